"""The section files of ncu_sections/ are what Nsight Compute reads: syntax, fields, names, metrics."""

import re

import pytest
import section_files
from conftest import ROOT

FOLDER = ROOT / "ncu_sections"
FILES = sorted(FOLDER.glob("*.section"))
QUESTIONS = ["Atomics", "Coalescing", "InstructionMix", "Latency", "Roofline", "SharedMemory", "Traffic"]

ARCHS = "|".join(f"CC_{number}" for number in (70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121))
SORTING = {"SortKey": "ByLabel|ByValue", "SortDirection": "Ascending|Descending"}
# Messages and fields by their names in Nsight Compute's extras/FileFormat (ProfilerSection.proto and
# ProfilerMetricOptions.proto), as far as our sections want them: '*' may be repeated, '!' must be there.
FORMATS = {
    "Section": {"Identifier": "string!", "DisplayName": "string!", "Order": "number", "Description": "string",
                "Header": "Header", "Body": "Body*", "Metrics": "Metrics", "Extends": "string",
                "MetricDefinitions": "MetricDefinitions"},
    "Header": {"Metrics": "Metric*"},
    "Metrics": {"Metrics": "Metric*"},
    "Metric": {"Name": "string!", "Label": "string", "Filter": "Filter", "Options": "Option*"},
    "Option": {"Name": "string!", "Filter": "Filter"},
    "Filter": {"MinArch": ARCHS, "MaxArch": ARCHS},
    "MetricDefinitions": {"MetricDefinitions": "MetricDefinition*"},
    "MetricDefinition": {"Name": "string!", "Expression": "string!"},
    "Body": {"DisplayName": "string", "SetDefault": "true|false", "Items": "Item*"},
    "Item": {"Table": "Table", "BarChart": "BarChart", "RooflineChart": "RooflineChart"},
    "Table": {"Label": "string", "Columns": "number!", "Metrics": "Metric*", **SORTING},
    "BarChart": {"Label": "string", "CategoryAxis": "Axis", "ValueAxis": "ValueAxis", "Metrics": "Metric*", **SORTING},
    "Axis": {"Label": "string"},
    "ValueAxis": {"Label": "string", "Range": "Range"},
    "Range": {"Min": "number", "Max": "number"},
    "RooflineChart": {"Label": "string", "AxisIntensity": "Axis", "AxisWork": "Axis", "Rooflines": "Roofline*",
                      "AchievedValues": "Achieved*"},
    "Roofline": {"PeakWork": "Value!", "PeakTraffic": "Value!", "Options": "Axis"},
    "Achieved": {"AchievedWork": "Value!", "AchievedTraffic": "Value!", "Options": "Axis"},
    "Value": {"Metric": "Metric", "ValueCyclesPerSecondExpression": "Expression"},
    "Expression": {"ValuePerCycleMetrics": "Metric*", "CyclesPerSecondMetric": "Metric"},
}
OPERANDS = re.compile(r"(\S+) [-+*/] (\S+)")


def check(text, name):
    """Raises ValueError unless a text is a section file of this name that says all that ours say."""
    fields = section_files.parse(text)
    section_files.check(fields, FORMATS, "Section")
    said = dict(fields)
    if f"{said['Identifier']}.section" != name or not {"Description", "Header", "Body"} <= set(said):
        raise ValueError(f"expected the Identifier of {name}, a Description, a Header and a Body")
    defined = {dict(one)["Name"]: dict(one)["Expression"] for _, one in said.get("MetricDefinitions", [])}
    for metric in section_files.values(fields, "Name"):
        if not section_files.is_metric(metric) or (metric.startswith("derived__") and metric not in defined):
            raise ValueError(f"{metric!r} is not a metric, nor defined; expected one like dram__bytes_read.sum")
    for metric, expression in defined.items():
        operands = OPERANDS.fullmatch(expression)
        if not operands or not all(section_files.is_metric(one) or one.isdecimal() for one in operands.groups()):
            raise ValueError(f"{metric} is {expression!r}; expected one like dram__bytes_read.sum * 2")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_section_file_is_legal(path):
    check(path.read_text("ascii"), path.name)


def test_each_question_has_a_section_with_a_name_and_a_place_of_its_own_of_which_the_readme_speaks():
    names = [f"Rungs{question}" for question in QUESTIONS]
    assert [path.stem for path in FILES] == names
    for field in ("DisplayName", "Order"):
        assert len({dict(section_files.parse(path.read_text()))[field] for path in FILES}) == len(FILES)
    named = set(re.findall(r"`(Rungs\w+|rungs_rule)`", (FOLDER / "README.md").read_text()))
    assert named == {*names, "rungs_rule"} >= {path.stem for path in FOLDER.glob("*.py")}


DEFINITION = 'MetricDefinitions { MetricDefinitions { Name: "derived__x" Expression: "dram * 2" } }'


@pytest.mark.parametrize(("old", "new", "says"), [
    ("Header {", "Head {", "Section has no field Head; expected Identifier"),
    ('Label: "DRAM Read"', 'Lable: "DRAM Read"', "Metric has no field Lable"),
    ("Columns: 2", "", "Table lacks the field Columns"),
    ("Columns: 2", 'Columns: "2"', "Columns is '2'; expected number"),
    ("Columns: 2", "Columns: 2 Columns: 3", "Columns appears twice in one Table"),
    ("Columns: 2", "Columns: 2 SortKey: ByName", r"SortKey is 'ByName'; expected ByLabel\|ByValue"),
    ("ValueAxis {", "ValueAxis: 3 Axis {", "ValueAxis is 3.0; expected ValueAxis"),
    ("Header {", "Header", r"line \d+: 'Header"),
    ("Header {", "} Header {", r"line \d+: '\} Header"),
    ("Header {", "Header { Metrics {", r"no \} for the last \{ of Header"),
    ("Order: 201", "Order: }", r"line 3: 'Order: \}"),
    ('"DRAM Read"', '"DRAM Read', r"line \d+: 'Label: "),
    ('"DRAM Read"', "DRAM", "Label is 'DRAM'; expected string"),
    ('"RungsTraffic"', '"RungsTrafic"', "expected the Identifier of RungsTraffic.section"),
    ('Identifier: "RungsTraffic"', "", "Section lacks the field Identifier"),
    ("Description:", "Extends:", "a Description"),
    ("dram__bytes_read.sum", "dram__bytes_read", "'dram__bytes_read' is not a metric"),
    ("dram__bytes_read.sum", "derived__bytes", "'derived__bytes' is not a metric, nor defined"),
    *(("dram__bytes_read.sum", name, f"'{name}' is not a metric") for name in (
        "DRAM__bytes.sum", "dram_bytes.sum", "dram__bytes.sum.sum", "dram__bytes sum", "",
        "launch__registers_per_thread.sum")),
    ("Header {", DEFINITION + " Header {", r"derived__x is 'dram \* 2'"),
])
def test_planted_mistakes_are_caught(old, new, says):
    good = (FOLDER / "RungsTraffic.section").read_text()
    assert old in good
    with pytest.raises(ValueError, match=says):
        check(good.replace(old, new, 1), "RungsTraffic.section")


def test_strings_side_by_side_are_one_and_comments_are_skipped():
    assert section_files.parse('A: "one \\"two\\" # yes " # not this\n   "three"\nB { C: -1.5 D: yes }') == [
        ("A", 'one "two" # yes three'), ("B", [("C", -1.5), ("D", "yes")])]
