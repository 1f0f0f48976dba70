"""Analytical mechanics with constraints: equations of motion, reactions, proofs, and motions, from Liaison's library.

    >>> from liaison import Model
    >>> hoop = Model("hoop.lia", r=4)
    >>> print(hoop.derive())                     # text; .equations, .latex(), .sympy()
    >>> f = hoop.rhs()                           # f(t, y), for scipy.integrate.solve_ivp
    >>> motion = hoop.run(until=100)             # motion.t, motion["theta"], motion.energy_drift

No build step: the module loads libliaison (build/libliaison.so, or where it is installed, or $LIAISON_LIBRARY). Arrays are NumPy's where
it is installed, else lists. The language of models is in docs/language.md, the module in docs/manual.md.
"""
from ._library import functions as _functions, decode as _decode
from ._model import Answer, Crossing, Equations, Error, Field, Interrupted, LiaisonWarning, Model, Motion, Verdicts

__version__ = _decode(_functions.version())
__all__ = ["Answer", "Crossing", "Equations", "Error", "Field", "Interrupted", "LiaisonWarning", "Model", "Motion", "Verdicts"]
for _name in __all__:                             # as they are called by those who use them
    globals()[_name].__module__ = __name__
