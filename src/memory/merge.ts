import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Themes and items, without those that say the same. */
export async function mergeMemories(_tx: Tx, _merge: Merge): Promise<void> {}
