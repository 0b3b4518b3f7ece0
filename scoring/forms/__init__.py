"""Forms: convert the data that a browser sends into values of the rules, and report errors in
it."""

from scoring.forms.access_tokens import AccessTokenForm
from scoring.forms.adjustments import AdjustForm, RemoveAdjustmentForm
from scoring.forms.agreement_change import ChangeAgreementForm
from scoring.forms.avatars import AvatarForm
from scoring.forms.command_form import CommandForm
from scoring.forms.counting import CountForm, LastPlayerForm
from scoring.forms.endings import DateForm, DeleteForm, EndForm, RestoreForm, ResumeForm
from scoring.forms.forget_player import ForgetPlayerForm
from scoring.forms.game_import import ImportTextForm, SharedTextForm
from scoring.forms.games import NewGameForm, RematchForm
from scoring.forms.groups import CodeForm, DeviceForm, GroupForm, JoinForm, PlayerForm
from scoring.forms.import_choices import ImportChoicesForm
from scoring.forms.lineup import LineupForm, ScheduleForm
from scoring.forms.log_import import LogImportForm
from scoring.forms.log_merge import LogMergeForm
from scoring.forms.photos import PhotoForm
from scoring.forms.player_merge import PlayerMergeForm
from scoring.forms.player_split import PlayerSplitForm
from scoring.forms.printing import PrintGameForm, SheetKind
from scoring.forms.progress import ProgressForm
from scoring.forms.progress_snapshot import snapshot
from scoring.forms.results import CorrectResultForm, ResultForm
from scoring.forms.round_form import RoundForm
from scoring.forms.round_notes import AnnotateForm, ProgressNotesForm
from scoring.forms.rounds import AmendForm, RecordForm, RedoForm, RemoveForm, UndoForm
from scoring.forms.seasons import SeasonForm
from scoring.forms.seating import ChangePlayersForm, SubstituteForm
from scoring.forms.sessions import NextSeatingForm, StartSessionForm, session_agreement
from scoring.forms.stats_filter import EveningForm, StatsFilterForm
from scoring.forms.unsent_import import (
    ImportResult,
    ImportStatus,
    UnsentImport,
    UnsentImportForm,
)
from scoring.forms.untrusted import row_number

__all__ = [
    "AccessTokenForm",
    "AdjustForm",
    "AmendForm",
    "AnnotateForm",
    "AvatarForm",
    "ChangeAgreementForm",
    "ChangePlayersForm",
    "CodeForm",
    "CommandForm",
    "CorrectResultForm",
    "CountForm",
    "DateForm",
    "DeleteForm",
    "DeviceForm",
    "EndForm",
    "EveningForm",
    "ForgetPlayerForm",
    "GroupForm",
    "ImportChoicesForm",
    "ImportResult",
    "ImportStatus",
    "ImportTextForm",
    "JoinForm",
    "LastPlayerForm",
    "LineupForm",
    "LogImportForm",
    "LogMergeForm",
    "NewGameForm",
    "NextSeatingForm",
    "PhotoForm",
    "PlayerForm",
    "PlayerMergeForm",
    "PlayerSplitForm",
    "PrintGameForm",
    "ProgressForm",
    "ProgressNotesForm",
    "RecordForm",
    "RedoForm",
    "RematchForm",
    "RemoveAdjustmentForm",
    "RemoveForm",
    "RestoreForm",
    "ResultForm",
    "ResumeForm",
    "RoundForm",
    "ScheduleForm",
    "SeasonForm",
    "SharedTextForm",
    "SheetKind",
    "StartSessionForm",
    "StatsFilterForm",
    "SubstituteForm",
    "UndoForm",
    "UnsentImport",
    "UnsentImportForm",
    "row_number",
    "session_agreement",
    "snapshot",
]
