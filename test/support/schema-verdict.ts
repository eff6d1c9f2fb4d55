/** libxml2's opinion of XML files under a schema, for tests that compare it with the reader's. */
import { ParseOption, XmlDocument, XsdValidator } from "libxml2-wasm";
import { afterAll } from "vitest";

/** A function that says what libxml2 has against a file: null when it is well-formed and valid. */
export function schemaVerdicts(schema: string): (text: string) => string | null {
  const document = XmlDocument.fromString(schema);
  const validator = XsdValidator.fromDoc(document);
  afterAll(() => {
    validator.dispose();
    document.dispose();
  });
  return (text) => {
    let file: XmlDocument | undefined;
    try {
      file = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });
      validator.validate(file);
      return null;
    } catch (error) {
      return String(error);
    } finally {
      file?.dispose();
    }
  };
}
