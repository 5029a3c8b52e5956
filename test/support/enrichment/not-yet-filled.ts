// Fields that no SQL fills yet. The tests on fields leave them out; when the last one is filled, this file goes.
const words = (text: string): string[] => text.trim().split(/\s+/);

export const notYetFilled: ReadonlySet<string> = new Set(
  Object.entries({
    Account: words('analyticsImpersonatableAccountsCount'),
    Person: words('analyticsAccessRiskPosture analyticsRiskViolationCount'),
    RiskDefinition: words('analyticsOpenViolationCount'),
    RiskViolation: words('analyticsDaysOpen'),
  }).flatMap(([type, fields]) => fields.map(field => `${type}.${field}`)),
);
