// What a failed test says beside its error: what the world that it acts on shows at that moment. So a failure that came by chance on
// another machine is understood from its message alone.
type Report = () => Promise<string>;

const reports = new Set<Report>();

/** @returns ends it */
export function reportOnFailure(report: Report): () => void {
  reports.add(report);
  return () => void reports.delete(report);
}

export async function failureReports(): Promise<string> {
  const texts = await Promise.all([...reports].map(report => report().catch(String)));
  return texts.join('\n');
}
