/** Every run in a test is checked, unless it says otherwise (SPEC.md, rule 22). */
globalThis.THETIS_CHECKED = true;
