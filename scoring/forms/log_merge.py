"""The form that merges a log into a group: a preview first, and then the merge."""

from django import forms

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_merge import MergePlan, merge_log, plan_merge
from scoring.forms.log_import import LogImportForm
from scoring.models import Group
from scoring.services.transaction import Conflict


class LogMergeForm(LogImportForm):
    """The file of a group; `seen` is the digest of the preview that the person has confirmed.

    The person has to choose the file again to confirm the preview. It may have 24 MiB, too much
    for a hidden field, and a copy on the server would have to be where every process finds it,
    and be deleted later. The digest shows that it is the same file, and that the group has not
    changed.
    """

    seen = forms.CharField(required=False, max_length=64)

    plan: MergePlan | None = None
    # Whether what was seen is no longer what would be done.
    outdated = False

    def merge(self, group: Group, device: int) -> bool:
        """Store what the file has more than the group, for the device of this primary key:
        whether that was done. If not, there is a `plan` to be shown, or an error."""
        file, seen = self.cleaned_data["file"], self.cleaned_data["seen"]
        try:
            self.plan = plan_merge(file, group)
            if seen == self.plan.digest and not self.plan.merge.is_empty:
                if _store(self.plan, file.name, device):
                    return True
                self.plan = plan_merge(file, group)
            self.outdated = seen not in {"", self.plan.digest}
        except DamagedFile as damaged:
            self.plan = None
            self.refuse(damaged)
        return False


def _store(plan: MergePlan, source: str, device: int) -> bool:
    """Whether the group still was as it was when this was planned."""
    try:
        merge_log(plan, source, device)
    except Conflict:
        return False
    return True
