import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** What is searched. */
export async function mergeIndexed(_tx: Tx, _merge: Merge): Promise<void> {}
