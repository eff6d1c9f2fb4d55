export { trimSpace, XmlAttribute, XmlElement, XmlText } from "./element.ts";
export { parseXml, XML_LIMITS, type XmlLimits, type XmlResult } from "./parse.ts";
export { SourceText } from "./source-text.ts";
