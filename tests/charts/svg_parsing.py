"""Parses the SVG of charts."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def find_by_class(root: ET.Element, class_: str, name: str = "") -> list[ET.Element]:
    """Return the elements that have all of these classes, in drawing order."""
    wanted = set(class_.split())
    return [
        each
        for each in root.iter()
        if wanted <= set(each.get("class", "").split()) and name in {"", each.tag[len(SVG) :]}
    ]


def words(root: ET.Element, class_: str = "") -> list[str]:
    """Return the texts of the drawing."""
    texts = find_by_class(root, class_, "text") if class_ else root.iter(f"{SVG}text")
    return [each.text or "" for each in texts]


def points(path: ET.Element) -> list[tuple[float, float]]:
    """Return the vertices of a path that has straight lines only."""
    pairs = path.attrib["d"].removeprefix("M").removesuffix("Z").split("L")
    return [(float(x), float(y)) for x, y in (pair.split() for pair in pairs)]


def coordinates(root: ET.Element) -> Iterator[tuple[float, float]]:
    """Return the coordinates of all shapes and texts."""
    for each in root.iter():
        if "d" in each.attrib and not {"H", "v"} & set(each.attrib["d"]):
            for part in each.attrib["d"].split("M")[1:]:
                yield from points(_path(part))
        for across, down in (("x", "y"), ("cx", "cy"), ("x1", "y1"), ("x2", "y2")):
            if across in each.attrib:
                yield float(each.attrib[across]), float(each.attrib[down])


def _path(d: str) -> ET.Element:
    return ET.Element("path", d=d)
