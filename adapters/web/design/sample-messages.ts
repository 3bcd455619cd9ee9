import type { ChangeSeq, DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { ShownMessage } from '../views/timeline.ts'

const sentAt = new Date('2026-11-18T09:00:00Z')
const afterPause = new Date('2026-11-18T11:30:00Z')

const markdown = `A reply has **bold**, *italic* and \`code\`, and cites its source [#123].

## A heading

1. A list with numbers
   - and one within it
2. Its second item

> A quotation of one line.

\`\`\`
const answer = 42 // a long line of code scrolls within its box and does not make the page any wider
\`\`\`

| wood | price |
| :--- | ---: |
| oak | 120 |
| larch | 85 |`

interface SampleMessage {
  readonly message?: Partial<Message>
  readonly shown?: Partial<Omit<ShownMessage, 'message'>>
}

function sample(id: number, { message, shown }: SampleMessage): ShownMessage {
  return {
    message: {
      id: id as MessageId,
      threadId: 1 as Message['threadId'],
      segmentId: 1 as Message['segmentId'],
      placeId: 1 as Message['placeId'],
      audience: 'private',
      role: 'assistant',
      kind: 'chat',
      authorName: '',
      text: '',
      tool: null,
      sentAt,
      platformOrder: BigInt(id),
      platformMessageId: null,
      replyToId: null,
      turnId: null,
      pending: false,
      changeSeq: id as ChangeSeq,
      editedAt: null,
      deletedAt: null,
      ...message,
    },
    day: '2026-11-18' as DayLabel,
    time: '09:00',
    buttons: [],
    attachments: [],
    collapsed: false,
    mayAnswerAgain: false,
    ...shown,
  }
}

const tool = (id: number, name: string, query: string) =>
  sample(id, { message: { role: 'tool', tool: { id: String(id), name, arguments: JSON.stringify({ query }) } } })

/** Every kind of message, in every state that the server renders. */
export const sampleMessages: readonly ShownMessage[] = [
  sample(1, { message: { role: 'user', text: 'Which wood did we choose for the chairs?' } }),
  tool(2, 'conversation_search', 'wood chairs'),
  tool(3, 'memory_search', 'wood'),
  sample(4, { message: { text: markdown } }),
  sample(5, {
    message: { role: 'user', text: 'And the table? This one was written elsewhere, and then edited.', editedAt: sentAt },
    shown: { elsewhere: 'Telegram', quoted: { id: 4 as MessageId, text: 'A reply has bold, italic and code' }, mayAnswerAgain: true },
  }),
  sample(6, { message: { text: 'It may not have been delivered.' }, shown: { elsewhere: 'Telegram', problem: 'unknown' } }),
  sample(7, { message: { role: 'user', kind: 'command', text: '/find oak' } }),
  sample(8, {
    message: { role: 'system', kind: 'notice', text: 'A notice, with buttons.' },
    shown: {
      buttons: [
        { label: 'Open', action: '/open 4' },
        { label: 'Done', action: '/done 1' },
      ],
    },
  }),
  sample(9, { message: { kind: 'digest', text: '**Yesterday**\n\n- A digest is folded.' } }),
  sample(10, { message: { text: 'A long message from another place is folded, too.' }, shown: { collapsed: true, elsewhere: 'Import' } }),
  sample(12, { message: { text: 'A reply that was stopped while it was', replyToId: 1 as MessageId }, shown: { partial: 'stopped' } }),
  sample(13, { message: { text: 'A reply that reached its maximum …', replyToId: 1 as MessageId }, shown: { partial: 'cut-off' } }),
  sample(14, {
    message: { role: 'user', text: 'After a pause, the time stands above a message.', sentAt: afterPause },
    shown: { time: '11:30' },
  }),
  sample(11, { message: { role: 'user', text: 'Deleted', deletedAt: sentAt } }),
]

/** A reply that can be written anew. */
export const newestReply = sample(15, {
  message: {
    text: 'The newest reply always has its actions below it.',
    sentAt: afterPause,
    turnId: 1 as Message['turnId'],
    replyToId: 14 as MessageId,
  },
  shown: { time: '11:30' },
})
