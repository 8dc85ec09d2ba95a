"""What of OR-Tools is used: the binding ``cp_model_helper`` below its public module ``cp_model``.

The binding takes 0.1 s and 34 MB to import, ``cp_model`` 0.5 s and 91 MB, for it imports pandas.
Both have the same models and solver. Used are:

- ``CpModelProto``: the protocol buffer of a model (``variables``, ``constraints``: ``all_diff``,
  ``table``, ``linear``, ``lin_max``, ``bool_or``, ``bool_and``), whose fields are filled by
  ``add``, ``append`` and ``extend``; its format is documented in OR-Tools' ``cp_model.proto``
- ``SatParameters``: its fields are documented in ``sat_parameters.proto``
- ``SolveWrapper``: ``set_parameters``, ``add_solution_callback``, ``solve``, which returns a
  ``CpSolverResponse`` and lets other threads run, and ``stop_search``
- ``SolutionCallback``: ``OnSolutionCallback``, ``SolutionIntegerValue`` and ``StopSearch``
- ``CpSolverStatus``: the status of a response

The binding is not a promised interface, so ``pyproject.toml`` allows one minor version of OR-Tools.
If a new one changes it, ``cp_model`` shows how: ``CpModel.proto``, ``CpSolver.solve`` and
``CpSolverSolutionCallback`` use all of this. Only ``model`` and ``solve`` would have to follow, and
``tests/backends/test_cp_sat.py`` says what must hold.
"""

from ortools.sat.python.cp_model_helper import (
    CpModelProto,
    CpSolverStatus,
    SatParameters,
    SolutionCallback,
    SolveWrapper,
)

__all__ = ["CpModelProto", "CpSolverStatus", "SatParameters", "SolutionCallback", "SolveWrapper"]
