"""What kind of line a line is, whether or not an entry knows it.

The order of the kinds is the order in which they may name the first real error: a kernel
line before a Python exception, that before a line that only has ERROR on it. Echoes (the
launcher's teardown, a peer that saw a connection close) never name it.
"""

from __future__ import annotations

import re
from enum import IntEnum

from faultbook.logs.record import LogLine


class Kind(IntEnum):
    """The kind of a line; smaller is nearer to a cause."""

    KERNEL = 0
    NODE = 1
    EXCEPTION = 2
    NATIVE = 3
    SIGNAL = 4
    NCCL = 5
    ERROR = 6
    WATCHDOG = 7
    EXIT = 8
    SUSPECT = 9
    ECHO = 20
    TRACEBACK = 30
    CHAIN = 31
    PLAIN = 40


ROOTS = frozenset({Kind.KERNEL, Kind.NODE, Kind.EXCEPTION, Kind.NATIVE, Kind.SIGNAL})
"""Kinds of lines that end a process or a job by themselves."""

# Bytes that stand (in either case) in every line that is of a kind other than PLAIN. They
# are looked for in the same pass as the signatures.
LITERALS: tuple[str, ...] = (
    "error",
    "exception",
    "traceback (most recent",
    "what():",
    "fatal",
    "failed",
    "failure",
    "killed",
    "caught signal",
    "*** sig",
    "segmentation fault",
    "bus error",
    "core dumped",
    "panic",
    "oom-kill",
    "oom_kill",
    "out of memory",
    "due to",
    "nccl warn",
    "nvrm: xid",
    "fallen off the bus",
    "watchdog",
    "timed out",
    "closing signal",
    "exitcode",
    "exit code",
    "return code",
    "terminate called",
    "keyboardinterrupt",
    "stopiteration",
    "queue.empty",
    "queue.full",
    "critical",
    "cannot ",
    "unable to",
    "aborted",
)

_NAME = r"(?:[A-Za-z_]\w{0,80}\.){0,12}"
# The last line of a traceback: a dotted name that ends like an exception, then a colon or
# nothing. `E   ` is pytest's mark.
_EXCEPTION = re.compile(
    rf"(?:E {{2,4}})?({_NAME}[A-Z_]\w{{0,100}}(?:Error|Exception|Interrupt|Fault|Failure|Timeout|Exit|"
    rf"Died|Warning|Unavailable|Mismatch|Hit|SymNode)|{_NAME}(?:StopIteration|StopAsyncIteration|Empty|Full|GeneratorExit|error))"
    r"(?:\(\w{1,80}\))?(?::(?: |$)|$)"
)
_WARNING_NAME = re.compile(r"Warning$")
_PROSE_EXCEPTION = re.compile(r"^(?:E {2,4})?(?:error|Empty|Full|Error|Exception)\b")
_TRACEBACK = re.compile(r"Traceback \(most recent call last\)")
_CHAIN = re.compile(
    r"^\s*(?:During handling of the above exception, another exception occurred:"
    r"|The above exception was the direct cause of the following exception:)"
)
_KERNEL = re.compile(
    r"NVRM: Xid|SXid|NVRM: .{0,40}fallen off the bus|Out of memory: Killed process|oom-kill:constraint"
    r"|Memory cgroup out of memory|invoked oom-killer|oom_reaper|segfault at|general protection fault"
    r"|Machine check|Hardware Error|hardware error|Uncorrect(?:ed|able)|RAS controller|GPU reset begin"
    r"|RmInitAdapter failed|link is (?:down|Down)|Link DOWN|I/O error|soft lockup|hung_task|blocked for more than"
    r"|BUG:|Oops|Kernel panic|remount|EXT4-fs error|XFS .{0,40}(?:shutdown|error)"
)
_KERNEL_TEXT = re.compile(
    r"^\s{0,20}(?:NVRM: Xid|NVRM: fallen off|nvidia-nvswitch\d{0,3}: SXid)"
    r"|\bNVRM: Xid \(PCI:|Out of memory: Killed process \d|Memory cgroup out of memory: Killed"
)
_PREVIOUS_XID = re.compile(r"caused by previous Xid")
_NODE = re.compile(
    r"oom[-_ ]kill event|OOM Killed|Node failure on|DUE TO (?:NODE|TIME|PREEMPT|JOB|OUT)"
    r"|\bOOMKilled\b|Reason: {1,12}Evicted|The node was low on resource"
)
_SIGNAL = re.compile(
    r"Caught signal \d|\*\*\* SIG[A-Z]{2,6}|^Fatal Python error: (?!Aborted)|^(?:\S{1,80} )?Segmentation fault"
    r"|^Bus error|Unexpected bus error|^Illegal instruction|^Killed$|Process received signal"
    r"|^\*\*\* Process received signal|Signal: (?:Segmentation|Bus)|Fatal error: |SIGSEGV"
)
_NATIVE = re.compile(r"what\(\):|Assertion [`'].{0,300}failed|^Failed: Cuda error|^CUDA error at ")
_WATCHDOG = re.compile(
    r"Watchdog caught collective operation timeout|Heartbeat monitor timed out"
    r"|watchdog got stuck|^Watchdog timeout|timed out in blocking wait"
)
_CUDA_IN_WATCHDOG = re.compile(
    r"(?:watchdog thread terminated with exception|Exception \(either an error or timeout\)).{0,200}"
    r"(?:CUDA|HIP) error"
)
_EXIT = re.compile(
    r"failed \(exitcode: -?\d{1,6}\) local_rank: \d|exits with return code = -\d"
    r"|Signal \d{1,2} \(SIG(?!TERM)[A-Z]{2,6}\) received by PID|exitcode {2}: -(?!15\b)\d"
    r"|terminated with signal SIG(?!TERM)|died with exit status|exited on signal"
)
_TERM_ROW = re.compile(r"failed \(exitcode: -15\)")
_SUSPECT = re.compile(
    r"timed out after|failed to|[Ff]ailed:|cannot |[Cc]an't |[Uu]nable to|No such file|[Rr]efused"
    r"|unreachable|not responding|[Tt]imed out|\bfailed\b"
)
_ERROR_TEXT = re.compile(
    r"(?:^|[\s\]\[(:*-])(?:[\w.+-]{0,60}: )?(?:fatal error|FATAL|fatal|ERROR|Error|error|PANIC|panic|CRITICAL)"
    r"(?: {0,4}:| \w{1,20}\[|\]|!| -| response from daemon)"
)
_QUIET_LEVELS = frozenset({"INFO", "DEBUG", "TRACE", "NOTICE", "EVENT"})
_LOUD_LEVELS = frozenset({"ERROR", "FATAL", "CRITICAL", "ABORT"})

# Lines that only say that something else failed.
_ECHO = re.compile(
    r"closing signal SIG|Killing subprocess \d|exits with return code = [\d(]|ChildFailedError"
    r"|destroy_process_group\(\) was not called|process group has NOT been destroyed"
    r"|Terminating process \d{1,10} via|ProcessExitedException|ProcessRaisedException"
    r"|CalledProcessError: Command|^terminate called|^Exception raised from"
    r"|To avoid data inconsistency|Some NCCL operations have failed or timed out"
    r'|Failed to check the "should dump"|TCPStore server has shut down|sendBytes failed|recvValue failed'
    r"|recvVector failed|Producer process has been terminated|leaked (?:semaphore|shared_memory)"
    r"|ssh exited with exit code|Job step aborted|[Tt]erminating (?:StepId|job step)|Force Terminated"
    r"|CANCELLED AT [\dT:-]{1,30} \*\*\*|tasks? [\d,-]{1,200}: (?:Killed|Terminated|Exited|Aborted|Out Of|Segm|running)"
    r"|Engine core initialization failed|EngineDeadError|WorkerProc initialization failed"
    r"|Engine process failed to start|EngineCore (?:failed to start|encountered a fatal)|Received sigquit"
    r"|Unable to shutdown process|Child process unexpectedly failed|no error file defined for parent"
    r"|error_file|for a complete stack trace|Primary job {1,2}terminated normally|mpirun (?:detected|noticed|has exited)"
    r"|MPI_ABORT was invoked|SignalException|Received \d{1,2} death signal|ActorDiedError|The actor is dead"
    r"|RayTaskError|A worker died or was killed|ncclRemoteError|remote process exited|Exception in thread"
    r"|Broken pipe|Connection reset by peer|Connection closed by (?:remote )?peer|Connection closed by localRank"
    r"|Abort COMPLETE|might be caused by|may cause|stacktrace below might be incorrect|CUDA_LAUNCH_BLOCKING"
    r"|TORCH_USE_CUDA_DSA|^\s*To enable traceback see|^\s*raise |Root Cause \(first observed|^Failures:$"
    r"|^-- Process \d{1,6} terminated|Caught \w{1,80} in (?:DataLoader worker|replica|pin memory)"
    r"|See (?:inner exception|root cause|stack trace)|ignored in:|NO_OTHER_FAILURES|^={3,}|^-{3,}"
    r"|Proxy Call to rank|Failed to execute operation|Socket recv failed|finalized successfully"
    r"|KeyboardInterrupt|SystemExit|exiting process \d|For debugging consider|error_handler: \{"
)
_FRAME = re.compile(r'^\s*(?:File "|frame #\d|#\d{1,3} |@ {1,8}0x|\^{2,}|~{2,}|\d{1,3} 0x[0-9a-f])')
_BLANK_OR_BOX = re.compile(r"^(?:\s|[\u2502\u256d\u2570\u2771]|$)")
_ANY_NAME = re.compile(r"^(?:[A-Za-z_]\w{0,80}\.){0,12}[A-Z]\w{1,100}(?:: |$)")
_FAILED_BANNER = re.compile(r" FAILED$")
_CODE = re.compile(r"^\s{2,}\S")


def kind_of(line: LogLine) -> Kind:
    """Return the kind of a line from its message, its level and its source."""
    message = line.message
    if line.source == "kernel":
        return _kernel(message)
    if _KERNEL_TEXT.search(message):
        return Kind.ECHO if _PREVIOUS_XID.search(message) else Kind.KERNEL
    if _TRACEBACK.search(message):
        return Kind.TRACEBACK
    if _CHAIN.match(message):
        return Kind.CHAIN
    if _FRAME.match(message):
        return Kind.PLAIN
    if _CUDA_IN_WATCHDOG.search(message):
        return Kind.NATIVE
    if _NODE.search(message):
        return Kind.NODE
    if _TERM_ROW.search(message):
        return Kind.ECHO
    if _EXIT.search(message):
        return Kind.EXIT
    if _ECHO.search(message) or _FAILED_BANNER.search(message):
        return Kind.ECHO
    return _by_text(line)


def _kernel(message: str) -> Kind:
    if _PREVIOUS_XID.search(message):
        return Kind.ECHO
    return Kind.KERNEL if _KERNEL.search(message) else Kind.PLAIN


def _by_text(line: LogLine) -> Kind:
    message = line.message
    if is_exception(message):
        return Kind.EXCEPTION
    if _WATCHDOG.search(message):
        return Kind.WATCHDOG
    quiet = line.level in _QUIET_LEVELS
    if _NATIVE.search(message) and not quiet:
        return Kind.NATIVE
    if _SIGNAL.search(message) and not quiet:
        return Kind.SIGNAL
    if line.source == "nccl":
        return Kind.NCCL if line.level in {"WARNING", "ABORT", "ERROR"} else Kind.PLAIN
    if line.level in _LOUD_LEVELS:
        return Kind.ERROR if not _CODE.match(message) and message.strip() else Kind.PLAIN
    if quiet:
        return Kind.PLAIN
    if line.level is None and not _CODE.match(message) and _ERROR_TEXT.search(message):
        return Kind.ERROR
    if line.level == "WARNING" and not _CODE.match(message) and _SUSPECT.search(message):
        return Kind.SUSPECT
    return Kind.PLAIN


def is_exception(message: str) -> bool:
    """Say whether a message is the last line of a Python traceback."""
    return exception_name(message) is not None


def exception_name(message: str) -> str | None:
    """Return the dotted name of the exception whose last line this is, else None."""
    found = _EXCEPTION.match(message.lstrip("^~ \t") if message[:1] in "^~" else message)
    if not found or _WARNING_NAME.search(found[1]):
        return None
    if "." not in found[1] and _PROSE_EXCEPTION.match(message):
        return None
    return found[1]


def is_frame(message: str) -> bool:
    """Say whether a line is a part of a traceback above its last line."""
    return bool(_BLANK_OR_BOX.match(message) or _FRAME.match(message) or "~^" in message)


def ends_traceback(message: str) -> bool:
    """Say whether a line may be the last one of a traceback: a name, and perhaps a text."""
    return bool(_ANY_NAME.match(message)) and not _ECHO.search(message)
