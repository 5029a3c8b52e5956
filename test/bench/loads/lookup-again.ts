import fs from 'node:fs';
import { buildEnriched } from '../data/enriched-version.ts';
const landed = JSON.parse(fs.readFileSync('/tmp/look/k200.json', 'utf8'));
await buildEnriched('/tmp/look/k200', landed, step => console.log(step));
