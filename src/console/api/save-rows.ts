// Rows that the console has read, as a file of the reader.
import { saveFile } from '../components/files/save-file.ts';
import { api } from './api.ts';

/** Names the file in the audit log, as exports are named, and then gives it to the reader. @throws ApiError and saves nothing */
export async function saveRows(name: string, content: Blob): Promise<void> {
  await api.POST('/v1/downloads/saved-files', { body: { name: name.slice(0, 200), bytes: content.size } });
  saveFile(name, content);
}
