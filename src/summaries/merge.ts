import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Summaries of days that only one of them has. */
export async function mergeSummaries(_tx: Tx, _merge: Merge): Promise<void> {}
