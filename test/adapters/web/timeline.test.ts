import { expect, test } from 'vitest'
import {
  buildTimeline,
  findAfterPause,
  findSessionStart,
  type ShownMessage,
  type TimelineInput,
} from '../../../adapters/web/views/timeline.ts'
import type { ChangeSeq, DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'

const at = (time: string) => new Date(`2026-11-18T${time}:00Z`)

function shown(id: number, time: string, changeSeq = id): ShownMessage {
  const message: Message = {
    id: id as MessageId,
    threadId: 1 as Message['threadId'],
    segmentId: 1 as Message['segmentId'],
    placeId: 1 as Message['placeId'],
    audience: 'private',
    role: 'user',
    kind: 'chat',
    authorName: 'You',
    text: `message ${id}`,
    tool: null,
    sentAt: at(time),
    platformOrder: 0n,
    platformMessageId: null,
    replyToId: null,
    turnId: null,
    pending: false,
    changeSeq: changeSeq as ChangeSeq,
    editedAt: null,
    deletedAt: null,
  }
  return { message, day: '2026-11-18' as DayLabel, time, buttons: [], attachments: [], collapsed: false, mayAnswerAgain: false }
}

/** "1 2" for messages, "[1 2]" for a fold, "--" for the mark. */
function drawn(input: Omit<TimelineInput, 'coveredSeq'> & { covered: number }): string {
  const id = ({ message }: ShownMessage) => message.id
  return buildTimeline({ ...input, coveredSeq: input.covered as ChangeSeq })
    .map((item) => (item.type === 'message' ? id(item.shown) : item.type === 'older' ? `[${item.messages.map(id).join(' ')}]` : '--'))
    .join(' ')
}

const messages = [shown(1, '08:00'), shown(2, '08:01'), shown(3, '09:00'), shown(4, '09:05')]

test('covered messages of past sessions fold, those of the running session never', () => {
  expect(drawn({ messages, covered: 2, runningSince: at('09:00') })).toBe('[1 2] 3 4')
  expect(drawn({ messages, covered: 4, runningSince: at('09:00') })).toBe('[1 2] 3 4')
  expect(drawn({ messages, covered: 4, runningSince: at('08:00') })).toBe('1 2 3 4')
})

test('a message shows its time after a pause and at the beginning of a day, also within and after a fold', () => {
  const pausesOf = (all: readonly ShownMessage[], covered = 0) =>
    [...findAfterPause(buildTimeline({ messages: all, coveredSeq: covered as ChangeSeq, runningSince: at('09:00') }))].join(' ')
  expect(pausesOf(messages)).toBe('1 3')
  expect(pausesOf(messages, 2)).toBe('1 3')
  expect(pausesOf([shown(1, '08:00'), shown(2, '08:14'), shown(3, '08:29')])).toBe('1 3')
  const nextDay = { ...shown(2, '08:01'), day: '2026-11-19' as DayLabel }
  expect(pausesOf([shown(1, '08:00'), nextDay])).toBe('1 2')
  const call = { id: 'call', seconds: 60 }
  expect(pausesOf([{ ...shown(1, '08:00'), call }, shown(2, '08:01')])).toBe('')
})

test('what no summary has seen does not fold', () => {
  expect(drawn({ messages, covered: 0, runningSince: at('09:00') })).toBe('1 2 3 4')
  const edited = [shown(1, '08:00'), shown(2, '08:01', 9), shown(3, '08:02'), shown(4, '09:05')]
  expect(drawn({ messages: edited, covered: 4, runningSince: at('09:05') })).toBe('[1] 2 [3] 4')
})

test('the mark stands where the summary was written, and never inside a fold', () => {
  expect(drawn({ messages, covered: 2, runningSince: at('09:00'), summaryUpdatedAt: at('08:30') })).toBe('[1 2] -- 3 4')
  expect(drawn({ messages, covered: 2, runningSince: at('09:00'), summaryUpdatedAt: at('08:00') })).toBe('[1 2] -- 3 4')
  expect(drawn({ messages, covered: 3, runningSince: at('09:00'), summaryUpdatedAt: at('09:02') })).toBe('[1 2] 3 -- 4')
  expect(drawn({ messages, covered: 4, runningSince: at('09:00'), summaryUpdatedAt: at('10:00') })).toBe('[1 2] 3 4 --')
  expect(drawn({ messages: [], covered: 0, summaryUpdatedAt: at('10:00') })).toBe('--')
})

test('a session goes back to the last pause of a quarter of an hour', () => {
  expect(findSessionStart([])).toBeUndefined()
  expect(findSessionStart([at('10:00')])).toEqual(at('10:00'))
  expect(findSessionStart([at('10:00'), at('09:46'), at('09:32'), at('09:00')])).toEqual(at('09:32'))
  expect(findSessionStart([at('10:00'), at('09:45')])).toEqual(at('10:00'))
})
