import pytest

pytest.importorskip("pyspiel", reason="needs the extra openspiel")
