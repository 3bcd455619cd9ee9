import type { PersonalData } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

const reachesBrowser = 'a secret by which a browser is reached, for as long as it is signed in'

/** The browsers that are notified. They end with their sessions, which erasing all data ends. */
export const pushPersonalData: PersonalData<Tx> = {
  feature: 'push',
  tables: {
    push_subscriptions: {
      ofPerson: 't.session_id IN (SELECT w.id FROM web_sessions w WHERE w.user_id = $1)',
      withheld: { endpoint: reachesBrowser, p256dh: reachesBrowser, auth: reachesBrowser },
    },
    push_keys: { withheld: { public_key: 'about nobody', encrypted_private_key: 'about nobody, and a secret' } },
  },
  /** The changes of the merged thread have other numbers, and none of them is news. */
  async merge(tx, { into }) {
    await tx.$executeRaw`
      UPDATE push_subscriptions p SET pushed_seq = t.change_seq FROM web_sessions w, threads t
      WHERE w.id = p.session_id AND w.user_id = ${into.userId} AND t.id = ${into.threadId}`
  },
}
