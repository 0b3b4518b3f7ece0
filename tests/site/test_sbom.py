"""`make sbom` lists the components of the site."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT

PINNED = re.findall(
    r"^([\w.-]+)(?:\[\w+\])?==(\S+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE
)


def test_list_has_every_package_that_is_installed(tmp_path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    recipe = re.search(r"^sbom: .*\n\t\$\(BIN\)/(.*)$", makefile, re.MULTILINE)
    assert recipe
    command = recipe[1].replace("sbom.json", str(tmp_path / "sbom.json")).split()
    subprocess.run(
        [Path(sys.executable).parent / command[0], *command[1:]], cwd=ROOT, check=True
    )

    found = json.loads((tmp_path / "sbom.json").read_text())

    assert found["metadata"]["component"]["name"] == "tichu-score"
    listed = {(each["name"], each["version"]) for each in found["components"]}
    assert listed == set(PINNED)
    for each in found["components"]:
        hashes = [h for link in each["externalReferences"] for h in link.get("hashes", ())]
        assert {h["alg"] for h in hashes} == {"SHA-256"}, each["name"]
