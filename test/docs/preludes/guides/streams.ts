import type { RecordBatch } from 'apache-arrow';

export async function store(_batch: RecordBatch): Promise<void> {}
