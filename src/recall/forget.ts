import type { Forgotten } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** What is searched. */
export async function forgetIndexed(_tx: Tx, _forgotten: Forgotten): Promise<void> {}
