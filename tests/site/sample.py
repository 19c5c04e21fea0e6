"""Entries that use every field of the schema, so that each part of a page is rendered."""

from __future__ import annotations

from dataclasses import replace

from faultbook import entry as e
from faultbook import perspectives as p
from faultbook.corpus import Corpus

FULL = e.Entry(
    id="sample-shm-no-space",
    aliases=("sample-shm-old-name",),
    title="NCCL cannot create its /dev/shm segment: container shared memory too small",
    category=e.Category.COMMUNICATION,
    tags=("nccl", "docker", "shared-memory"),
    components=("nccl", "docker"),
    presents_as=("crash-at-start",),
    severity=e.Severity.JOB_DOWN,
    status=e.Status.REVIEWED,
    summary="The container's `/dev/shm` is full (64 MiB) when NCCL asks for its buffers. "
    "Start the container with `--shm-size=1g` or more.",
    signatures=(
        e.Signature(
            line="NCCL WARN Error: failed to extend /dev/shm/nccl-<word> to <int> bytes, "
            "error: No space left on device (28)",
            role=e.Role.INITIATING,
            program="NCCL",
            versions="2.22 and later",
            printed_by="misc/shmutils.cc",
            examples=(
                e.Example(
                    "host-1:202016:202235 [0] misc/shmutils.cc:88 NCCL WARN Error: failed to "
                    "extend /dev/shm/nccl-WU88OE to 9637892 bytes, error: No space left on "
                    "device (28)",
                    "report",
                ),
            ),
            near_misses=(
                e.NearMiss(
                    "NCCL WARN Error: failed to extend /dev/shm/nccl-WU88OE to 9637892 bytes, "
                    "error: Operation not permitted (1)",
                    "Another errno, another failure: ",
                    "sample-echo",
                ),
            ),
            note="The most specific wording.",
        ),
        e.Signature(
            line="Caught signal 7 (Bus error<any>)",
            role=e.Role.EITHER,
            program="UCX",
            versions="not known",
            examples=(e.Example("Caught signal 7 (Bus error: nonexistent address)", "report"),),
            all_of=(e.Companion("ncclGroupEnd()", within=6, scope="same-rank", where="after"),),
            unless=(e.Companion("DataLoader worker", scope="any", where="before"),),
            whole_line=False,
        ),
    ),
    symptoms=(
        e.Symptom("Two GPUs work, four or eight fail", "Segments are made per connection."),
        e.Symptom("The job dies before its first step", "At the first collective. [@source]"),
    ),
    mechanism="For each connection NCCL makes a file `/dev/shm/nccl-XXXXXX` and calls "
    "`fallocate()`. [@source]\n\nA peer then reports [[sample-echo]]. <b>No HTML</b> & no "
    "[script](javascript:alert(1)).\n\n- one\n- two",
    limits="That the container is too small: leftovers fill a tmpfs of any size.",
    affected_systems=(e.AffectedSystem("Docker", "all", "started without `--shm-size`"),),
    confirm=(
        e.Check(
            question="Is the tmpfs small?",
            where="inside the container, as the job's user.",
            takes="1 second",
            command="df -h --output=size,used,avail,pcent /dev/shm",
            bad=e.Reading("Size  Used Avail Use%\n 64M     0   64M   0%", "The default. Go to 8."),
            good=e.Reading("Size  Used Avail Use%\n1.0G     0  1.0G   0%", "Go to 5.2."),
            other=(e.Reading("df: /dev/shm: No such file", "Not mounted: ask the platform team."),),
        ),
    ),
    causes=(e.Cause("Started with the 64 MiB default", "3 of 5 reports", "5.1 prints `64M`"),),
    look_alikes=(
        e.LookAlike("sample-echo", "Which line comes first?", "An echo.", "grep -h WARN <logs>"),
    ),
    fix=e.Fix(
        mitigation=(
            e.FixStep(
                action="Start the container again with room.",
                command="docker run --gpus all --shm-size=1g <image>",
                risk="none",
                verify="5.1 shows `1.0G`.",
                takes="one restart",
                no_help_when="5.1 was above 1 GB.",
            ),
        ),
        repair=(
            e.FixStep(
                action="Docker: set the default for the host.",
                config='{ "default-shm-size": "1G" }\n',
                file="/etc/docker/daemon.json",
                language="json",
                risk="Restarting the daemon may stop containers.",
                verify="In a new container: 5.1.",
                lasts="Survives a reboot.",
            ),
        ),
        not_a_fix=("`NCCL_SHM_DISABLE=1` starts the job, slower.",),
    ),
    prevention=(
        e.Guard("preflight", "Refuse to start below 1 GB.", "test -d /dev/shm || exit 78"),
        e.Guard("practice", "Review templates twice a year."),
    ),
    relations=e.Relations(causes=("sample-echo",), see_also=("sample-silent",)),
    faq=(
        e.Question("Does `NCCL_SHM_DISABLE=1` cost speed?", "Yes.", "report"),
        e.Question("How large should it be?", "1 GB per job.\n\nMore does no harm.", "report"),
        e.Question("Why did it work before?", "It chose another path. [@report]", "report"),
    ),
    code=(
        e.Snippet(
            "Refuse to start",
            "PyTorch, Python 3.10 and later",
            "python",
            'import os\n\n\n# free space\nif os.statvfs("/dev/shm").f_bavail < 1:\n    pass\n',
            "It reads what `fallocate()` will ask for.",
        ),
    ),
    settings=(
        e.Setting("NCCL_SHM_DISABLE", "env", "Turns the transport off.", "The small tmpfs."),
        e.Setting("--shm-size", "flag", "Size of /dev/shm."),
    ),
    codes=(e.CodeValue("errno", "ENOSPC", "Number 28."),),
    references=(
        e.Reference("source", "https://example.org/source", "NCCL", "source", "The call."),
        e.Reference("report", "https://example.org/1", "nccl #342", "pull-request", "The log."),
    ),
    executive=p.Executive(
        headline="Jobs stop at start-up: too little shared memory in the container",
        summary="The job ends while it starts, before any work is done.",
        returns="**Yes, with every new job.** [@report]",
        owner="The platform team.",
        prevention_price="One line of configuration.",
        cost=p.Cost(256, 2.5, 0, 1.5, "Nothing is lost but the wait."),
        choices=(
            p.Choice("Set it once", "one change", "Cannot be forgotten.", recommended=True),
            p.Choice("Let each team set it", "nothing now", "Returns."),
        ),
    ),
    on_call=p.OnCall(
        steps=(
            p.CallStep(
                "check",
                "How much did the container get?",
                "On the host.",
                (
                    p.Branch("private 67108864", 2, "or any below 1 GB"),
                    p.Branch("No such object", "stop"),
                    p.Branch("something else", "entry:sample-echo", "an echo"),
                ),
                "docker inspect -f '{{.HostConfig.ShmSize}}' <container>",
            ),
            p.CallStep(
                "mitigate",
                "Start again with 1 GB",
                "The same command, one option more.",
                (p.Branch("container starts", 3), p.Branch("refused", "stop", "no rights")),
                "docker run --shm-size=1g <image>",
            ),
            p.CallStep(
                "verify",
                "Verify",
                "In the log of the new run.",
                (p.Branch("no output", "done"), p.Branch("1 or more", "stop")),
                "grep -c 'failed to extend' <log>",
            ),
        ),
        stop_when=("the line returns after step 2",),
        wake=p.Wake("Platform on-call", "They own the container templates."),
        hand_over=("the line, with its rank",),
        mitigation_note="Costs one restart.",
    ),
    evidence=e.Evidence(
        added="2026-05-02",
        reviewed="2026-05-03",
        documented="NCCL's source prints the line. [@source]",
        reported=e.Reported(2, "One with a maintainer's answer."),
        reproduced=e.Reproduced("tests/reproductions/x.py", "NCCL 2.27", "With a small tmpfs."),
    ),
    monitor=e.Monitor(
        fingerprint="failed to extend /dev/shm/nccl-<word>",
        do="Tell the platform team.",
        query='sum(count_over_time({job="train"} |= "x" [5m])) > 0',
        language="logql",
    ),
)

ECHO = replace(
    FULL,
    id="sample-echo",
    aliases=(),
    title="Socket closed by remote peer (an echo)",
    signatures=(
        e.Signature(
            "socketProgress: Connection closed by remote peer <host>",
            e.Role.COLLATERAL,
            "NCCL",
            "2.12 and later",
            (e.Example("socketProgress: Connection closed by remote peer a-1<41000>", "report"),),
        ),
    ),
    relations=e.Relations(),
    look_alikes=(),
    code=(),
    settings=(),
    codes=(),
    monitor=None,
    evidence=e.Evidence(
        added="2026-05-02", reviewed="2026-05-02", not_reproduced="It takes two hosts."
    ),
)

HARMLESS = replace(
    ECHO,
    id="sample-harmless",
    title="NCCL says that no plugin was found",
    severity=e.Severity.HARMLESS,
    presents_as=("harmless-line",),
    signatures=(
        e.Signature(
            "NET/Plugin: Could not find: libnccl-net.so",
            e.Role.HARMLESS,
            "NCCL",
            "2.19 and later",
            (e.Example("NCCL INFO NET/Plugin: Could not find: libnccl-net.so.", "report"),),
        ),
    ),
    fix=e.Fix((), (), ()),
)

SILENT = replace(
    ECHO,
    id="sample-silent",
    title="A GPU computes wrong values and prints nothing",
    category=e.Category.NUMERICS,
    severity=e.Severity.SILENT,
    presents_as=("wrong-numbers",),
    signatures=(),
    no_signature="No program prints a line: the values are wrong and everything goes on.",
    status=e.Status.DRAFT,
)

DEPRECATED = replace(
    ECHO,
    id="sample-deprecated",
    title="A failure that no release prints any more",
    status=e.Status.DEPRECATED,
    deprecation=e.Deprecation("No release since 2.4 prints it.", "sample-echo"),
)

CORPUS = Corpus(tuple(sorted((FULL, ECHO, HARMLESS, SILENT, DEPRECATED), key=lambda x: x.id)))
