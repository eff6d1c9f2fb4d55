/** Components of several files that do not go together. One mistake each, so one message each. */
import type { Malformed } from "./marks.ts";

const P = '<provenance of="*" status="assumed"/>';

/** A thruster in its own file, with some attributes replaced or added, and its content. */
function thruster(attributes: string, content = P): string {
  return `<thruster id="t200" ${attributes}>${content}</thruster>`;
}
const GOOD = 'diameter_m="0.076" kT0="0.44" kT1="-0.3"';
const FIN = `<fin id="small" span_m="0.1" area_m2="0.02">${P}</fin>`;

export const malformedFiles: readonly Malformed[] = [
  {
    name: "a file that does not exist",
    xml: { "main.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="f" file="<|fins/none.xml|>"/></vehicle>` },
    code: "LIB001",
    says: 'cannot read "fins/none.xml": no such file',
    schema: "cannot express",
  },
  {
    name: "a file that includes itself",
    xml: { "main.xml": '<group id="a"><group id="b" file="<|main.xml|>"/></group>' },
    code: "LIB002",
    says: "main.xml includes itself: main.xml -> main.xml",
    schema: "cannot express",
  },
  {
    name: "a circle of files",
    xml: {
      "main.xml": '<group id="a"><group id="b" file="g/b.xml"/></group>',
      "g/b.xml": '<group id="b"><group id="c" file="c.xml"/></group>',
      "g/c.xml": '<group id="c"><group id="d" file="<|./b.xml|>"/></group>',
    },
    code: "LIB002",
    says: "g/b.xml includes itself: g/b.xml -> g/c.xml -> g/b.xml",
    schema: "cannot express",
  },
  {
    name: "files that include files too deeply",
    xml: chainOfFiles(17),
    code: "LIB003",
    says: "more than 16 deep",
    schema: "cannot express",
  },
  {
    name: "an included file of another kind",
    xml: {
      "main.xml": `<vehicle id="v" mass_kg="1">${P}<thruster id="t" file="<|fin.xml|>" position_m="0 0 0"/></vehicle>`,
      "fin.xml": FIN,
    },
    code: "LIB004",
    says: "fin.xml describes a fin, not a thruster",
    schema: "cannot express",
  },
  {
    name: "an empty reference",
    xml: { "main.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="f" file="<||>"/></vehicle>` },
    code: "LIB040",
    says: "file is empty",
    schema: "refuses",
  },
  {
    name: "a reference not filled in",
    xml: { "main.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="f" file="<|?|>"/></vehicle>` },
    code: "LIB028",
    says: "file is not filled in",
    schema: "refuses",
  },
  {
    name: "a mistake in a file that is included three times",
    xml: {
      "main.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="a" file="fin.xml"/><fin id="b" file="fin.xml"/><rudder id="c" file="fin.xml"/></vehicle>`,
      "fin.xml": `<fin id="small" span_m="<|0|>" area_m2="0.02">${P}</fin>`,
    },
    code: "LIB012",
    says: "span_m = 0 is not above 0",
    schema: "refuses",
  },
  {
    name: "a syntax error in a file that is included twice",
    xml: {
      "main.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="a" file="fin.xml"/><fin id="b" file="fin.xml"/></vehicle>`,
      "fin.xml": '<<|fin|> id="small" span_m="1" area_m2="0.02">',
    },
    code: "XML017",
    says: "<fin> is not closed",
    schema: "refuses",
  },
  {
    name: "an included file that lacks what every model reads, though the reference gives it",
    xml: {
      "main.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="a" file="fin.xml" area_m2="1">${P}</fin></vehicle>`,
      "fin.xml": `<<|fin|> id="small" span_m="1">${P}</fin>`,
    },
    code: "LIB027",
    says: "fin needs area_m2",
    schema: "refuses",
  },
  {
    name: "a model chosen at the reference that needs more than the file gives",
    xml: {
      "main.xml": `<vehicle id="v" mass_kg="1">${P}<lamp id="a" file="lamp.xml" model="<|spot|>"/></vehicle>`,
      "lamp.xml": `<lamp id="l" model="point" power_W="5">${P}</lamp>`,
    },
    code: "LIB027",
    says: 'lamp model "spot" reads beam_deg',
    schema: "cannot express",
  },
  {
    name: "an override that does not fit the file",
    xml: {
      "main.xml": `<vehicle id="v" mass_kg="1">${P}<thruster id="a" file="t.xml" position_m="0 0 0" hubDiameter_m="<|0.5|>">${P}</thruster></vehicle>`,
      "t.xml": thruster(GOOD),
    },
    code: "LIB029",
    says: "hubDiameter_m = 0.5 is not below diameter_m = 0.076",
    schema: "cannot express",
  },
  {
    name: "a child added at the reference with the id of another kind of child of the file",
    xml: {
      "main.xml": `<fleet id="f"><vehicle id="v" file="v.xml"><rudder id="<|a|>" span_m="1" area_m2="1">${P}</rudder></vehicle></fleet>`,
      "v.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="a" span_m="1" area_m2="1">${P}</fin></vehicle>`,
    },
    code: "LIB015",
    says: "already taken at v.xml:1:75",
    schema: "cannot express",
  },
  {
    name: "two children added at the reference with one id of the file",
    xml: {
      "main.xml": `<fleet id="f"><vehicle id="v" file="v.xml"><fin id="a" span_m="2">${P}</fin><fin id="<|a|>" span_m="3" area_m2="1">${P}</fin></vehicle></fleet>`,
      "v.xml": `<vehicle id="v" mass_kg="1">${P}<fin id="a" span_m="1" area_m2="1">${P}</fin></vehicle>`,
    },
    code: "LIB015",
    says: "already taken at main.xml:1:53",
    schema: "refuses",
  },
  {
    name: "includes that multiply",
    xml: {
      "main.xml": '<group id="a"><group id="b" file="b.xml"/><group id="c" file="b.xml"/></group>',
      "b.xml": '<group id="b"><group id="c"/><<|group|> id="d"/></group>',
    },
    code: "LIB043",
    says: "more than 3 components",
    schema: "cannot express",
    options: { limits: { components: 3 } },
  },
  {
    name: "so many errors that the rest is not listed",
    xml: '<group id="a"><b/><c/><d/></group>',
    code: "LIB045",
    says: "2 errors found",
    also: ["LIB007", "LIB007"],
    schema: "refuses",
    options: { limits: { problems: 2 } },
  },
];

/** main.xml includes 1.xml, that includes 2.xml … The last file exists but is one too deep. */
function chainOfFiles(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i <= count; i++) {
    const name = i === 0 ? "main.xml" : `${i}.xml`;
    const mark = i === count - 1 ? ["<|", "|>"] : ["", ""];
    const child = i === count ? "" : `<group id="g" file="${mark[0]}${i + 1}.xml${mark[1]}"/>`;
    files[name] = `<group id="g${i}">${child}</group>`;
  }
  return files;
}
