"""The prefixes that launchers, schedulers and runtimes put before a line, as data.

Each is an expression anchored at the start of what is left of the line, without a group
for the message: the message is whatever follows. Every repetition is bounded and no two
neighbours share a class, so that matching costs at most a small constant a prefix. Only
syntax that Python and JavaScript share is used (named groups are written `(?P<name>`).

Group names say what a field means: `rank` (global), `local_rank`, `task` (a label that is a
rank unless the line says otherwise), `host`, `pid`, `level`, `source`, and the parts of a
time: `ts` (date and time), or `mon`, `day`, `clock`, `year`, `monname`, `epoch`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TS = r"\d{4}[\/-]\d\d[\/-]\d\d[ T_]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,6})?"
_HOST = r"[A-Za-z0-9][\w.-]{0,127}"
_LEVEL = r"TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|CRITICAL|FATAL"
_MONTH = r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DAY = r"Mon|Tue|Wed|Thu|Fri|Sat|Sun"


@dataclass(frozen=True, slots=True)
class PrefixFormat:
    """One prefix.

    `first` holds the characters it can start with ("" for any). An `ambiguous` one counts
    only in a file where at least `share` of the lines have it, with at least `distinct`
    different labels (group `key`), since a line of prose can look like it.
    """

    name: str
    expression: str
    first: str = ""
    ambiguous: bool = False
    share: float = 0.0
    distinct: int = 1
    key: str = ""
    source: str | None = None
    regex: re.Pattern[str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "regex", re.compile(self.expression))


_DIGITS = "0123456789"
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

FORMATS: tuple[PrefixFormat, ...] = (
    PrefixFormat("torch_rank", r"\[rank(?P<rank>\d{1,6})\]:[ ]?", "["),
    PrefixFormat(
        "c10d_glog",
        r"\[?(?P<level>[EWIF])(?:(?P<mon>\d{1,2})(?P<day>\d{2}) "
        r"(?P<clock>\d\d:\d\d:\d\d\.\d{6,9}))? "
        r"(?P<source>[A-Za-z_]{1,64}\.(?:cpp|hpp|cc|h)):\d{1,6}\] ?",
        "[EWIF",
    ),
    PrefixFormat(
        "glog",
        r"\[?(?P<level>[EWIF])(?P<mon>\d{2})(?P<day>\d{2}) (?P<clock>\d\d:\d\d:\d\d\.\d{6}) {1,8}"
        r"(?P<pid>\d{1,18}) (?P<source>[^\s\]]{1,300}):\d{1,6}\] ?",
        "[EWIF",
    ),
    PrefixFormat(
        "tensorflow",
        r"(?P<ts>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}): (?P<level>[IWEF]) "
        r"(?P<source>[^\s\]]{1,300}):\d{1,6}\] ?",
        _DIGITS,
    ),
    PrefixFormat(
        "elastic_python",
        r"(?:(?P<level>WARNING|ERROR|INFO):torch\.distributed\.[\w.]{1,100}:"
        r"|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\] torch\.distributed\.[\w.]{1,100}: "
        r"\[(?P<level2>[A-Z]{4,8})\] ?)",
        "WEI[",
        source="torch.distributed.elastic",
    ),
    PrefixFormat(
        "torchrun_tee",
        r"(?:[\w.]{1,128}\/\d{1,6} )?\[(?:default|worker|trainer|node)(?P<local_rank>\d{1,5})\]:",
    ),
    PrefixFormat("host_rank", r"\[(?P<host>[A-Za-z][\w.-]{0,127}):(?P<local_rank>\d{1,3})\]:", "["),
    PrefixFormat(
        "mpirun_tag",
        rf"(?:(?:{_DAY}) (?:{_MONTH}) {{1,2}}\d{{1,2}} \d\d:\d\d:\d\d \d{{4}})?"
        r"\[(?:\d{1,9},)?(?:mpirank:)?(?P<rank>\d{1,6})(?:,(?P<host>[A-Za-z][\w.-]{0,127}))?\]"
        r"<(?:stdout|stderr|stddiag)>: ?",
        "[MTWFS",
    ),
    PrefixFormat(
        "ucx",
        r"\[(?P<epoch>\d{9,11}\.\d{6})\] "
        r"\[(?P<host>[\w.-]{1,128}):(?P<pid>\d{1,10}):\d{1,4}\] {1,16}"
        r"(?P<source>[\w.\/]{1,64}):\d{1,6} {1,4}UCX {1,4}(?P<level>[A-Z]{4,8}) {0,4}",
        "[",
    ),
    PrefixFormat(
        "ucx_signal",
        r"\[(?P<host>[\w.-]{1,128}):(?P<pid>\d{1,10}) {0,2}:\d{1,4}:\d{1,10}\] ",
        "[",
        source="ucx",
    ),
    PrefixFormat("host_pid", r"\[(?P<host>[A-Za-z0-9][\w.-]{0,127}):(?P<pid>\d{2,10})\] ", "["),
    PrefixFormat(
        "nccl",
        rf"(?:\[(?P<ts>{_TS})\] )?(?P<host>[\w.-]{{1,128}}):(?P<pid>\d{{1,10}}):\d{{1,10}} "
        r"(?:\[\d{1,4}\] )?(?:\d{1,12}\.\d{1,9} )?(?:(?P<source>[^\s:]{1,300}):\d{1,6} )?"
        r"NCCL (?P<level>INFO|WARN|ABORT|TRACE|ERROR|VERSION) ?",
        source="nccl",
    ),
    PrefixFormat(
        "deepspeed",
        rf"\[(?P<ts>{_TS})\] \[(?P<level>[A-Z]{{4,8}})\] "
        r"\[(?P<source>[\w.\/]{1,200}\.py):\d{1,6}:\w{1,100}\] (?:\[Rank (?P<rank>\d{1,6})\] )?",
        "[",
    ),
    PrefixFormat(
        "ray_core",
        rf"\[(?P<ts>{_TS}) (?P<level>[IWEFC]) (?P<pid>\d{{1,10}}) \d{{1,18}}\] "
        r"(?:\([\w-]{1,64}\) )?(?P<source>[\w.]{1,100}):\d{1,6}: ",
        "[",
    ),
    PrefixFormat(
        "vllm_process",
        r"\((?P<source>(?:EngineCore|APIServer|Worker|VllmWorker|ApiServer|DPCoordinator)\w{0,64})"
        r"(?: rank=(?P<rank>\d{1,6}))? pid=(?P<pid>\d{1,10})(?:, ip=(?P<host>[\d.]{7,15}))?\) ?",
        "(",
    ),
    PrefixFormat(
        "ray_actor",
        r"\((?:(?P<source>[\w.\/ :=<>\[\]-]{1,128}),? )?pid=(?P<pid>\d{1,10})"
        r"(?:, ip=(?P<host>[\d.]{7,15}|[0-9a-f:]{3,39}))?\) ?",
        "(",
    ),
    PrefixFormat(
        "ray_daemon",
        r"\((?P<source>raylet|autoscaler|gcs_server)(?:[ ,][^()]{0,64})?\) ?",
        "(",
    ),
    PrefixFormat(
        "vllm",
        rf"(?P<level>{_LEVEL}) (?P<mon>\d\d)-(?P<day>\d\d) (?P<clock>{_CLOCK}) "
        r"(?:\[(?P<source>[\w.\/-]{1,200}):\d{1,6}\]|(?P<source2>[\w.\/-]{1,200}):\d{1,6}\]) ?",
        "TDINWECF",
    ),
    PrefixFormat(
        "sglang",
        r"\[(?:(?P<ts>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)|(?P<clock>\d\d:\d\d:\d\d))"
        r"(?P<source>(?: (?:DP|PP|TP|EP)\d{1,5}){1,4})\] ?",
        "[",
    ),
    PrefixFormat(
        "rank_caps",
        rf"\[(?:RANK|Rank) (?P<rank>\d{{1,6}})\] (?P<ts>{_TS}) \[(?P<level>[A-Z]{{4,8}})\] ",
        "[",
    ),
    PrefixFormat(
        "worker_suffix",
        rf"(?P<ts>{_TS}) \(\w{{1,64}}_(?P<rank>\d{{1,6}})\) : ",
        _DIGITS,
    ),
    PrefixFormat(
        "rfc3339",
        r"\[?(?P<ts>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))\]?:? "
        r"(?:(?:stdout|stderr) [FP] )?",
        "[" + _DIGITS,
    ),
    PrefixFormat(
        "dmesg_date",
        rf"\[(?:{_DAY}) (?P<monname>{_MONTH}) {{1,2}}(?P<day>\d{{1,2}}) "
        r"(?P<clock>\d\d:\d\d:\d\d(?:\.\d{1,6})?) (?P<year>\d{4})\] ",
        "[",
        source="kernel",
    ),
    PrefixFormat("dmesg", r"\[ {0,8}\+?\d{1,10}\.\d{5,6}\] ?", "[", source="kernel"),
    PrefixFormat(
        "syslog",
        rf"(?P<monname>{_MONTH}) {{1,2}}(?P<day>\d{{1,2}}) (?P<clock>{_CLOCK}) "
        rf"(?P<host>{_HOST}) (?P<source>[\w.\/@-]{{1,64}})(?:\[(?P<pid>\d{{1,10}})\])?: ?",
        "JFMASOND",
    ),
    PrefixFormat(
        "syslog_bare",
        rf"(?P<monname>{_MONTH}) {{1,2}}(?P<day>\d{{1,2}}) (?P<clock>{_CLOCK}) ?",
        "JFMASOND",
    ),
    PrefixFormat("kernel", r"kernel: ?", "k", source="kernel"),
    PrefixFormat(
        "slurm",
        r"(?P<source>srun|sbatch|salloc|slurmstepd|slurmd|slurmctld|prolog|epilog)"
        rf"(?:-(?P<host>{_HOST}))?: (?:(?P<level>error|fatal|warning): ?)?",
        "spe",
    ),
    PrefixFormat("kaggle", r"\d{1,9}(?:\.\d{1,6})?s\t\d{1,9}\t", _DIGITS),
    PrefixFormat("similar_lines", r"\[\d{1,9} similar log lines\] ", "["),
    PrefixFormat(
        "cloud_pod",
        r"\[(?P<host>[a-z0-9][a-z0-9-]{0,100}-(?:master|worker|launcher|chief|ps|node)-\d{1,5})\] ",
        "[",
    ),
    PrefixFormat(
        "milabench",
        r"[\w-]{1,100}\.(?P<host>[\w-]{1,64})\.\w{1,64} \[(?:stdout|stderr)\] ",
    ),
    PrefixFormat("pid_word", r"PID (?P<pid>\d{1,10}): {1,4}", "P"),
    PrefixFormat(
        "nemo",
        rf"\[NeMo (?P<level>[IWED]) (?P<ts>{_TS}) (?P<source>[\w.-]{{1,100}}):\d{{1,6}}\] ?",
        "[",
    ),
    PrefixFormat(
        "ascend",
        r"\[(?P<level>ERROR|WARNING|INFO|DEBUG|EVENT)\] (?:[A-Z]{2,12}\(\d{1,10},[^)]{0,64}\):)?"
        r"(?P<ts>\d{4}-\d\d-\d\d)-(?P<clock>\d\d:\d\d:\d\d(?:\.\d{3}(?:\.\d{3})?)?) "
        r"(?:\(PID:(?P<pid>\d{1,10}), Device:-?\d{1,4}, RankID:(?P<rank>\d{1,6})\) )?",
        "[",
    ),
    PrefixFormat(
        "american_level",
        r"\[(?P<mon>\d\d)\/(?P<day>\d\d)\/(?P<year>\d{4})[ -](?P<clock>\d\d:\d\d:\d\d)\] ?"
        r"(?:\[(?P<level>[VIWEF])\] ?|(?:\[[\w.-]{1,64}\]){1,3}:)?",
        "[",
    ),
    PrefixFormat(
        "short_date", r"(?P<mon>\d\d)\/(?P<day>\d\d) (?P<clock>\d\d:\d\d:\d\d) - ", _DIGITS
    ),
    PrefixFormat("llama_cpp", r"\d{1,4}\.\d\d\.\d{3}\.\d{3} (?P<level>[IWEFD]) ", _DIGITS),
    PrefixFormat(
        "level_date",
        rf"(?:\[(?P<level>{_LEVEL})\]|(?P<level2>{_LEVEL})) {{1,4}}\[?(?P<ts>{_TS})\]? {{1,4}}"
        r"(?:(?P<source>[\w.-]{1,64}): )?",
        "[TDINWECF",
    ),
    PrefixFormat(
        "date_logger",
        rf"(?P<ts>{_TS}):(?P<source>[A-Za-z_][\w.]{{0,100}}):\d{{1,6}}: ",
        _DIGITS,
    ),
    PrefixFormat("date", rf"\[?(?P<ts>{_TS})\]?(?: -|:)?[ \t]{{1,8}}", "[" + _DIGITS),
    PrefixFormat("date_glued", rf"\[(?P<ts>{_TS})\]", "["),
    PrefixFormat(
        "clock_level",
        rf"\[?(?P<clock>{_CLOCK})\]?[ \t]{{1,8}}(?P<level>{_LEVEL})[ \t]{{1,8}}",
        "[" + _DIGITS,
    ),
    PrefixFormat(
        "level_logger",
        rf"(?P<level>{_LEVEL}):(?P<source>[A-Za-z_][\w.]{{0,100}}):(?:\d{{1,6}}:)?",
        "TDINWECF",
    ),
    PrefixFormat(
        "levels_barred",
        rf"\| {{1,2}}(?P<level>{_LEVEL}) {{1,8}}\| {{1,2}}"
        r"(?:(?P<source>[\w.]{1,100})(?::[\w.<>]{1,64}){0,2} "
        r"{1,8}[|-] {1,2})?",
        "|",
    ),
    PrefixFormat(
        "logger_level",
        rf"(?:- )?(?P<source>[A-Za-z_][\w.]{{1,100}}) - (?P<level>{_LEVEL}) - ",
    ),
    PrefixFormat(
        "bracket_logger_level",
        rf"(?:\[(?P<source>[A-Za-z_][\w.]{{0,64}})\]){{1,2}}\[(?P<level>{_LEVEL})\] ?(?:- )?",
        "[",
    ),
    PrefixFormat(
        "bracket_level",
        rf"\[(?P<level>{_LEVEL}) {{0,6}}(?:\| {{0,2}}[\w.]{{1,100}})?\]:? {{0,4}}",
        "[",
    ),
    PrefixFormat(
        "level",
        rf"(?P<level>{_LEVEL})(?::[ \t]{{0,8}}"
        r"| {1,8}(?:[\w.\/-]{1,100}:\d{1,6} {1,4}(?:-- ?|\] ?|))?)",
        "TDINWECF",
    ),
    # What follows looks like prose in many files: it counts only where the file agrees.
    PrefixFormat(
        "srun_label",
        r" {0,4}(?P<task>\d{1,5}): ",
        " " + _DIGITS,
        ambiguous=True,
        share=0.6,
        distinct=2,
        key="task",
    ),
    PrefixFormat(
        "pdsh_host",
        r"(?:pdsh@[\w.-]{1,128}: )?(?P<host>[A-Za-z][\w.-]{0,127}|\d{1,3}(?:\.\d{1,3}){3}): ",
        ambiguous=True,
        share=0.3,
        key="host",
    ),
    PrefixFormat(
        "compose",
        r"(?P<host>[A-Za-z][\w.-]{0,127}) {1,40}\| ",
        ambiguous=True,
        share=0.6,
        key="host",
    ),
    PrefixFormat(
        "line_number",
        r"\[?(?P<viewer>\d{1,8})(?:\] |:(?=[\[({A-Z]))",
        "[" + _DIGITS,
        ambiguous=True,
        share=0.6,
        distinct=3,
        key="viewer",
    ),
)

AMBIGUOUS: tuple[PrefixFormat, ...] = tuple(f for f in FORMATS if f.ambiguous)
CERTAIN: tuple[PrefixFormat, ...] = tuple(f for f in FORMATS if not f.ambiguous)

# Words that stand before a colon at the start of ordinary lines and are no host.
NOT_HOSTS = frozenset(
    """error warning info debug fatal note notice usage file line epoch step loading saving
    reason message traceback exception caused hint help kernel nvrm torch cuda nccl
    last status type name time host rank exitcode""".split()
)
NOT_HOST_ENDINGS = (
    "Error",
    "Exception",
    "Warning",
    "Interrupt",
    "Exit",
    "Failure",
    "Iteration",
    ".py",
    ".sh",
)
HOSTS_IN_WORDS = frozenset("localhost master launcher".split())

# Prefixes that are sure enough to start a new line in the middle of another one, where the
# output of several processes, or of a progress bar, was glued together.
MIDDLE = re.compile(
    r"\[rank\d{1,6}\]:"
    r"|\[[EWIF](?:\d{3,4} \d\d:\d\d:\d\d\.\d{6,9})? [A-Za-z_]{1,64}\.(?:cpp|hpp|cc|h):\d{1,6}\] "
    r"|\b[EWIF]\d{4} \d\d:\d\d:\d\d\.\d{6} {1,8}\d{1,18} [^\s\]]{1,300}:\d{1,6}\] "
    r"|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\] (?:\[(?:INFO|WARNING|ERROR)\]|torch\.distributed)"
    r"|\[(?:default)\d{1,5}\]:"
    r"|\[(?:\d{1,9},)\d{1,6}\]<(?:stdout|stderr)>:"
    r"|\((?:[\w\/]{1,64} )?pid=\d{1,10}(?:, ip=[\d.]{7,15})?\) "
    r"|\b(?:WARNING|ERROR):torch\.distributed\.[\w.]{1,100}:"
    r"|\bslurmstepd(?:-[\w.-]{1,128})?: error: |\bsrun: error: "
    r"|Traceback \(most recent call last\)"
    r"|(?<![\w.-])[\w.-]{1,128}:\d{1,10}:\d{1,10} \[\d{1,4}\] "
    r"(?:[^\s:]{1,300}:\d{1,6} )?NCCL (?:INFO|WARN) "
)

# A progress bar that something was printed after, on the same line.
BAR = re.compile(
    r"\d{1,3}%\|[^|]{0,400}\| {0,4}[\d.kKMGTB]{1,12}\/[\d.kKMGTB]{1,12} \[[^\[\]]{0,400}\]"
)
