"""Game records: a whole game as JSON Lines, written, read, replayed and verified."""

from dixie_env.files import write_whole
from dixie_env.records.completing import complete_record
from dixie_env.records.reader import Event, RecordError, check_record, read_events, read_header
from dixie_env.records.state_line import describe_result, describe_state
from dixie_env.records.writer import Recorder

__all__ = [
    "Event",
    "RecordError",
    "Recorder",
    "check_record",
    "complete_record",
    "describe_result",
    "describe_state",
    "read_events",
    "read_header",
    "write_whole",
]
