import type { Forgotten } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Attachments and reactions. */
export async function forgetMessages(_tx: Tx, _forgotten: Forgotten): Promise<void> {}
