"""The form that merges a log into a group: first a preview, then the merge."""

from django import forms

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_merge import MergePlan, merge_log, plan_merge
from scoring.forms.log_import import LogImportForm
from scoring.models import Group
from scoring.services.transaction import Conflict


class LogMergeForm(LogImportForm):
    """The file of a group; `seen` is the digest of the preview that the person has confirmed.

    The person has to choose the file again to confirm the preview. The file can have 24 MiB,
    which is too much for a hidden field; a copy on the server would have to be accessible to
    every process, and be deleted later. The digest shows that the file is the same, and that
    the group has not changed.
    """

    seen = forms.CharField(required=False, max_length=64)

    plan: MergePlan | None = None
    # Whether the merge would no longer do what the confirmed preview showed.
    outdated = False

    def merge(self, group: Group, device: int) -> bool:
        """Store the content of the file that the group does not have, for the device with this
        primary key. Returns whether that was done. If not, there is a `plan` to show, or an
        error."""
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
    """Merge by this plan. Returns False if the group has changed since the plan was made."""
    try:
        merge_log(plan, source, device)
    except Conflict:
        return False
    return True
