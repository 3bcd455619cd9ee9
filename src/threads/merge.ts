import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Messages take the next changes of the thread they come into, on the days it has. */
export async function mergeThreads(_tx: Tx, _merge: Merge): Promise<void> {}
