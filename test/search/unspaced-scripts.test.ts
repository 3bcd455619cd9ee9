import { expect, test } from 'vitest'
import { searchConversation } from '../../src/search/search.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { find, privately, searchDeps } from './support.ts'

const conversations = {
  zh: {
    said: ['明天下午三点在办公室开会', '会员卡放在抽屉里', '议员来参观工厂', '今天买了苹果和香蕉', '猫咪又打翻了花瓶'],
    questions: [
      ['会议在哪', []],
      ['办公室', ['明天下午三点在办公室开会']],
      ['谁打翻了花瓶', ['猫咪又打翻了花瓶']],
    ],
  },
  ja: {
    said: ['会議は水曜日の午後に変わりました', '京都のホテルを予約した', '東京タワーの近くで食事をした', '猫が花瓶を倒した'],
    questions: [
      ['京都でどこに泊まる？', ['京都のホテルを予約した']],
      ['東京タワー', ['東京タワーの近くで食事をした']],
    ],
  },
  th: {
    said: ['พรุ่งนี้มีประชุมที่สำนักงานตอนบ่ายสาม', 'ซื้อแอปเปิ้ลกับกล้วยแล้ว', 'แมวทำแจกันแตกอีกแล้ว'],
    questions: [['ประชุมที่ไหน', ['พรุ่งนี้มีประชุมที่สำนักงานตอนบ่ายสาม']]],
  },
} as const

test.each(Object.entries(conversations))(
  'a word finds the messages with that word, not with its characters (%s)',
  async (language, { said, questions }) => {
    const store = await testStore()
    const person = await testPerson(store, { language })
    for (const [day, text] of said.entries()) await person.say(text, `2026-11-0${day + 1}T08:00:00Z`)
    for (const [question, expected] of questions)
      expect((await find(searchDeps(store), person, question)).slice(0, 1), question).toEqual(expected)
  },
)

test('the words that match are marked, and no other characters', async () => {
  const store = await testStore()
  const person = await testPerson(store, { language: 'ja' })
  await person.say('東京で京都のホテルを予約した', '2026-11-03T08:00:00Z')
  const { results } = await searchConversation(searchDeps(store), privately(person), { query: '京都のホテル' })
  expect(results).toMatchObject([{ snippet: '東京で**京都**の**ホテル**を予約した' }])
})
