"""Exact audits of joint differential privacy, by enumeration, for agents and instances that are small enough."""

from tabular.privacy.joint.agent_law import AgentLaw, Law, cut_discrete_laplace, discrete_laplace, surely, uniform
from tabular.privacy.joint.audit import JointPrivacy, joint_privacy
from tabular.privacy.joint.exponential_sums import ExponentialSum
from tabular.privacy.joint.laplace_cells import Affine, cell_probability
from tabular.privacy.joint.search import WorstPair, all_users, worst_pair
from tabular.privacy.joint.transcript import (
    CounterFeeds,
    Step,
    TranscriptLoss,
    largest_transcript_loss,
    loss_of_paths,
    transcript_loss,
)
from tabular.privacy.joint.views import View, ViewLaw, view_law
from tabular.privacy.joint.weights import Cells, when

__all__ = [
    "Affine",
    "AgentLaw",
    "Cells",
    "CounterFeeds",
    "ExponentialSum",
    "JointPrivacy",
    "Law",
    "Step",
    "TranscriptLoss",
    "View",
    "ViewLaw",
    "WorstPair",
    "all_users",
    "cell_probability",
    "cut_discrete_laplace",
    "discrete_laplace",
    "joint_privacy",
    "largest_transcript_loss",
    "loss_of_paths",
    "surely",
    "transcript_loss",
    "uniform",
    "view_law",
    "when",
    "worst_pair",
]
