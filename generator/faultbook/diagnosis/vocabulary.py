"""The words by which lines are told apart, as data.

Expressions use only what Python and JavaScript share, and only bounded repetitions where
two neighbours could trade characters, so that each costs no more than its line.
"""

from __future__ import annotations

import re


def any_of(*parts: str) -> re.Pattern[str]:
    """Return one expression for several."""
    return re.compile("|".join(parts))


# Text that stands (in either case) in every line that is of a kind other than plain. It is
# looked for in the same pass as the signatures.
LITERALS: tuple[str, ...] = tuple(
    """error|exception|traceback (most recent|what():|fatal|failed|failure|killed|caught signal
    |*** sig|segmentation fault|bus error|core dumped|panic|oom-kill|oom_kill|out of memory|due to
    |nccl warn|nvrm: xid|fallen off the bus|watchdog|timed out|closing signal|exitcode|exit code
    |return code|terminate called|keyboardinterrupt|stopiteration|queue.empty|queue.full|critical
    |cannot |unable to|aborted|sxid|assertion|uncorrect|no such file|refused|unreachable
    |gpu reset begin|soft lockup|evicted|illegal instruction|received signal|free():|alloc():
    |corruption (|corrupted size|corrupted double|stack smashing|munmap_chunk()|consolidate():
    |unschedulable|admissionerror|pod was rejected
    |not registered within""".replace("\n    ", "").split("|")
)

_NAME = r"(?:[A-Za-z_]\w{0,80}\.){0,12}"
_ENDINGS = (
    "Error|Exception|Interrupt|Fault|Failure|Timeout|Exit|Died|Warning|Unavailable|Mismatch|Hit"
    "|SymNode"
)
# The last line of a traceback: a name that ends like an exception, then a colon or nothing.
# `E   ` is pytest's mark.
EXCEPTION = re.compile(
    rf"(?:E {{2,4}})?({_NAME}[A-Z_]\w{{0,100}}(?:{_ENDINGS})"
    rf"|{_NAME}(?:StopIteration|StopAsyncIteration|Empty|Full|GeneratorExit|error))"
    r"(?:\(\w{1,80}\))?(?::(?: |$)|$)"
)
WARNING_NAME = re.compile(r"Warning$")
PROSE_EXCEPTION = re.compile(r"^(?:E {2,4})?(?:error|Empty|Full|Error|Exception)\b")
# Any other name that can be an exception's: dotted, or with a capital inside.
ANY_NAME = re.compile(
    r"^(?:(?:[A-Za-z_]\w{0,80}\.){1,12}[A-Z]\w{1,100}|[A-Z][a-z]\w{0,60}[A-Z]\w{0,60})(?:: |$)"
)
TRACEBACK = re.compile(r"Traceback \(most recent call last\)")
CHAIN = any_of(
    r"^\s{0,20}During handling of the above exception, another exception occurred:",
    r"^\s{0,20}The above exception was the direct cause of the following exception:",
)
FRAME = re.compile(
    r'^\s{0,200}(?:File "|frame #\d|#\d{1,3} |@ {1,8}0x|\^{2,}|~{2,}|\d{1,3} 0x[0-9a-f])'
)
# NCCL's heading of the reason, which stands on the next line.
HEADING = re.compile(r"^\s{0,20}Last error:\s{0,20}$")
BLANK_OR_BOX = re.compile(r"^(?:\s|[\u2502\u256d\u2570\u2771]|$)")
CODE = re.compile(r"^\s{2,}\S")
# What a supervisor puts before the lines of its process, where the two are parted.
LABELS = re.compile(r"^(?:[\[(][A-Za-z0-9_ ./:=-]{1,64}[\])][ :]{0,4}){1,8}$")
FAILED_BANNER = re.compile(r" FAILED$")

# In the kernel's own log.
KERNEL = any_of(
    r"NVRM: Xid|SXid|NVRM: .{0,40}fallen off the bus",
    r"Out of memory: Killed process|oom-kill:constraint|Memory cgroup out of memory",
    r"invoked oom-killer|oom_reaper",
    r"segfault at|general protection fault|Machine check|Hardware Error|hardware error",
    r"Uncorrect(?:ed|able)|RAS controller|GPU reset begin|RmInitAdapter failed",
    r"link is (?:down|Down)|Link DOWN|I/O error|soft lockup|hung_task|blocked for more than",
    r"BUG:|Oops|Kernel panic|EXT4-fs error|XFS .{0,40}(?:shutdown|error)",
)
# The same lines without a prefix that names the kernel.
KERNEL_TEXT = any_of(
    r"^\s{0,20}NVRM: fallen off|^\s{0,20}nvidia-nvswitch\d{0,3}: SXid",
    r"\bNVRM: Xid \(PCI:",
    r"Out of memory: Killed process \d|Memory cgroup out of memory: Killed",
)
PREVIOUS_XID = re.compile(r"caused by previous Xid")
NODE = any_of(
    r"oom[-_ ]kill event|OOM Killed|Node failure on|DUE TO (?:NODE|TIME|PREEMPT|JOB|OUT)",
    r"\bOOMKilled\b|Reason: {1,12}Evicted|The node was low on resource",
)
# The batch system ends a job that hangs as it ends one that merely runs long: such a line
# names the end, and does not outrank what stands before it.
ENDED_FROM_OUTSIDE = re.compile(r"DUE TO (?:TIME|PREEMPT|JOB)|Evicted")
SIGNAL = any_of(
    r"Caught signal \d|\*\*\* SIG[A-Z]{2,6}|^Fatal Python error: (?!Aborted)",
    r"^(?:\S{1,80} )?Segmentation fault|^Bus error|Unexpected bus error|^Illegal instruction",
    r"^Killed$|Process received signal|Signal: (?:Segmentation|Bus)|Fatal error: |SIGSEGV",
)
NATIVE = any_of(
    r"what\(\):|Assertion [`'].{0,300}failed|^Failed: Cuda error|^CUDA error at ",
    r"\bTest CUDA failure \S{1,80}:\d",  # of nccl-tests, which ends with it
    # the C library found its heap or its stack damaged
    r"(?:^|': )(?:double free or corruption|corrupted (?:size vs\. prev_size|double-linked list))",
    r"(?:^|': )(?:free|\w{0,2}alloc|munmap_chunk|malloc_consolidate)\(\): (?:invalid|corrupt|unal)",
    r"(?:^|': )(?:free|\w{0,2}alloc)\(\): (?:double|memory|mismatch|unsorted|smallbin|bad|too)",
    r"^\*\*\* stack smashing detected",
)
CUDA_IN_WATCHDOG = re.compile(
    r"(?:watchdog thread terminated with exception|Exception \(either an error or timeout\))"
    r".{0,200}(?:CUDA|HIP) error"
)
WATCHDOG = any_of(
    r"Watchdog caught collective operation timeout|Heartbeat monitor timed out",
    r"watchdog got stuck|^Watchdog timeout|timed out in blocking wait|Timeout at NCCL work: \d",
)
EXIT = any_of(
    r"failed \(exitcode: -\d{1,6}\) local_rank: \d|exits with return code = -\d",
    r"Signal \d{1,2} \(SIG(?!TERM)[A-Z]{2,6}\) received by PID",
    r"exitcode {1,2}: -(?!15\b)\d|terminated with signal SIG(?!TERM)",
    r"died with exit status|exited on signal",
)
TERM_ROW = re.compile(r"failed \(exitcode: -15\)")
_PYTHON_CALLED = (
    r"CalledProcessError: Command '?\[?'?\S{0,200}(?:python|torchrun|accelerate)"
    r".{0,4000}returned non-zero"
)
# Lines in which a launcher, or the batch system, says that some process failed, and no more.
TEARDOWN = any_of(
    r"closing signal SIG|Killing subprocess \d|exits with return code = [\d(]|ChildFailedError",
    r"failed \(exitcode: (?:\d|-15\))|exitcode {1,2}: (?:\d|-15\b)",
    r"Terminating process \d{1,10} via",
    r"ProcessExitedException: process \d{1,6} terminated with exit code",
    r"NO_OTHER_FAILURES|Root Cause \(first observed|^Failures:$",
    _PYTHON_CALLED,
    r"Job step aborted|[Tt]erminating (?:StepId|job step)|Force Terminated",
    r"tasks? [\d,-]{1,200}: (?:Killed|Terminated|Exited|Aborted|running)",
    r"To enable traceback see|ssh exited with exit code| FAILED$",
)
SUSPECT = any_of(
    r"timed out|failed to|[Ff]ailed:|\bfailed\b|cannot |[Cc]an't |[Uu]nable to|No such file",
    r"[Rr]efused|unreachable|not responding",
)
_NO_NUMBER = r"(?!\s{0,8}[-+]?\d[\d.eE+-]{0,20}\s{0,8}(?:$|[,;|%)\]]))"
# The kubelet turned a pod away: an event or a status, with no level of a log.
REJECTED = re.compile(r"UnexpectedAdmissionError|Pod was rejected:|Pod Allocate failed due to")
EVENT_ERROR = re.compile(r"^\s{0,20}Warning {1,20}[A-Z][A-Za-z]{3,60} {1,20}.{0,200}\bError: ")
EVENT = re.compile(r"^\s{0,20}Warning {1,20}[A-Z][A-Za-z]{3,60} {1,20}")
ERROR_TEXT = re.compile(
    r"(?:^|[\s\]\[(:*-])(?:[\w.+-]{0,60}: )?"
    r"(?:fatal error|FATAL|fatal|ERROR|Error|error|PANIC|panic|CRITICAL)"
    rf"(?: {{0,4}}:{_NO_NUMBER}| \w{{1,20}}\[|\]|!| -(?! ?\d)| response from daemon)"
)
QUIET_LEVELS = frozenset({"INFO", "DEBUG", "TRACE", "NOTICE", "EVENT"})
LOUD_LEVELS = frozenset({"ERROR", "FATAL", "CRITICAL", "ABORT"})
# Lines that say themselves that a program ends, whatever stands below them.
FATAL_LEVELS = frozenset({"FATAL", "CRITICAL", "ABORT"})
FATAL_TEXT = re.compile(r"\b(?:fatal|panic|critical|abort(?:ed|ing)?|exiting)\b", re.I)

# Lines that only say that something else failed, or that advise.
ECHO = any_of(
    # launchers that end the other processes
    r"failed \(exitcode: \d{1,6}\) local_rank: \d",
    r"closing signal SIG|Killing subprocess \d|exits with return code = [\d(]|ChildFailedError",
    r"Terminating process \d{1,10} via|ProcessExitedException|ProcessRaisedException",
    r"^-- Process \d{1,6} terminated|Unable to shutdown process",
    _PYTHON_CALLED,
    r"no error file defined for parent|error_file|error_handler: \{|for a complete stack trace",
    r"Root Cause \(first observed|^Failures:$|NO_OTHER_FAILURES|To enable traceback see",
    r"SignalException|Received \d{1,2} death signal|ssh exited with exit code",
    r"Primary job {1,2}terminated normally|mpirun (?:detected|noticed|has exited)",
    r"MPI_ABORT was invoked|exiting process \d",
    # the batch system
    r"Job step aborted|[Tt]erminating (?:StepId|job step)|Force Terminated",
    r"CANCELLED AT [\dT:-]{1,30} \*\*\*",
    r"tasks? [\d,-]{1,200}: (?:Killed|Terminated|Exited|Aborted|Out Of|Segm|running)",
    # torch's own teardown
    r"destroy_process_group\(\) was not called|process group has NOT been destroyed",
    r"^terminate called|^Fatal Python error: Aborted|^Exception raised from",
    r"To avoid data inconsistency",
    r"Some NCCL operations have failed or timed out|Failed to check the \"should dump\"",
    r"TCPStore server has shut down|sendBytes failed|recvValue failed|recvVector failed",
    r"Producer process has been terminated|leaked (?:semaphore|shared_memory)",
    r"Caught \w{1,80} in (?:DataLoader worker|replica|pin memory)",
    # a peer that saw a connection close
    r"Broken pipe|Connection reset by peer|Connection closed by (?:remote )?peer",
    r"Connection closed by localRank|ncclRemoteError|remote process exited|Abort COMPLETE",
    r"Proxy Call to rank|Failed to execute operation|Socket recv failed",
    # serving
    r"Engine core initialization failed|EngineDeadError|WorkerProc initialization failed",
    r"Engine process failed to start|EngineCore (?:failed to start|encountered a fatal)",
    r"Received sigquit|Child process unexpectedly failed|ActorDiedError|The actor is dead",
    r"RayTaskError|A worker died or was killed|Exception in thread",
    r"See (?:inner exception|root cause|stack trace)",
    # advice
    r"might be caused by|may cause|stacktrace below might be incorrect|CUDA_LAUNCH_BLOCKING",
    r"TORCH_USE_CUDA_DSA|For debugging consider|ignored in:",
    # people, and what is no line of its own
    r"KeyboardInterrupt|SystemExit|finalized successfully|^\s{0,20}raise |^={3,}|^-{3,}",
)

# Error texts of the operating system: they end many whole lines, of all kinds.
SYSTEM_WORDS: tuple[str, ...] = (
    "address already in use",
    "bad address",
    "broken pipe",
    "cannot allocate memory",
    "connection refused",
    "connection reset by peer",
    "connection timed out",
    "function not implemented",
    "input/output error",
    "invalid argument",
    "name or service not known",
    "network is unreachable",
    "no route to host",
    "no space left on device",
    "no such device",
    "no such file or directory",
    "operation not permitted",
    "permission denied",
    "resource temporarily unavailable",
    "stale file handle",
    "too many open files",
)
