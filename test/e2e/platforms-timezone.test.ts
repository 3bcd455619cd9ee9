import { expect } from 'vitest'
import { onEveryPlatform, type Scene } from '../support/stages/scene.ts'
import type { StagePerson, StageRoom } from '../support/stages/stage.ts'

const textsOf = ({ stage }: Scene, where: StagePerson | StageRoom) => stage.shown(where).map(({ text }) => text)
const question = expect.stringMatching(/^Which timezone are you in\?/)

onEveryPlatform(
  {
    'somebody who just writes is asked for the timezone once, and a button answers': async (scene) => {
      const { stage, bot, repliesTo } = scene
      const ada = stage.person('Ada Lovelace')
      await repliesTo(ada, () => stage.say({ by: ada, text: 'Hello' }))
      expect(textsOf(scene, ada)).toEqual([expect.stringContaining('You said:'), question])
      expect(stage.shown(ada)[1]!.buttons).toEqual(expect.arrayContaining(['Tokyo', 'Other…']))
      await repliesTo(ada, () => stage.say({ by: ada, text: 'And again' }))
      expect(textsOf(scene, ada)).toHaveLength(3)
      const other = await repliesTo(ada, () => stage.press(ada, 'Other…'))
      expect(other.at(-1)!.text).toContain('/timezone Area/City')
      const set = await repliesTo(ada, () => stage.press(ada, 'Tokyo'))
      expect(set.at(-1)!.text).toMatch(/Asia\/Tokyo, where it is \d\d:\d\d/)
      await stage.waitFor(() => stage.shown(ada).every(({ buttons }) => !buttons.includes('Tokyo')), 'the buttons to go')
      expect(await bot.app.store.db.user.findMany({ where: { name: 'Ada Lovelace' }, select: { timezone: true } })).toEqual([
        { timezone: 'Asia/Tokyo' },
      ])
    },

    'nobody is asked in a room': async (scene) => {
      const { stage, ask } = scene
      const ben = stage.person('Ben')
      const room = stage.room('garden')
      await ask({ by: ben, room, text: 'Hello' })
      expect(textsOf(scene, room)).toEqual([expect.stringContaining('You said:')])
      await ask({ by: ben, text: 'Hello' })
      expect(textsOf(scene, ben)).toEqual([expect.stringContaining('You said:'), question])
    },

    'nobody is asked whose platform says where they are': async (scene) => {
      const { stage, ask } = scene
      const lucia = stage.person('Lucía', { timezone: 'Europe/Madrid' })
      await ask({ by: lucia, text: 'Hello' })
      expect(textsOf(scene, lucia)).toEqual([expect.stringContaining('You said:')])
    },
  },
  {
    asksTimezone: true,
    exceptions: {
      telegram: { 'nobody is asked whose platform says where they are': 'Telegram does not say it' },
      discord: { 'nobody is asked whose platform says where they are': 'Discord does not say it' },
    },
  },
)
