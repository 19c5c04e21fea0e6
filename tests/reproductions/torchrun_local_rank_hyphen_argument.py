"""torch.distributed.launch passes --local-rank; the script knows only --local_rank."""

from support import torchrun

torchrun(
    """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
parser.parse_args()
""",
    nproc=1,
    module="torch.distributed.launch",
)
