import { expect, test } from 'vitest'
import { createCommandList } from '../../../../adapters/web/browser/box/command-list.ts'

const press = (key: string, shiftKey = false) => ({ key, shiftKey })

function openList(typed: string) {
  const list = createCommandList(['/days', '/digest', '/find', '/forget'])
  list.type(typed)
  return list
}

test('the commands that begin with what was typed are offered, and only while it is one word after a slash', () => {
  expect(openList('/d').offered()).toEqual(['/days', '/digest'])
  expect(openList('/').offered()).toHaveLength(4)
  for (const typed of ['', 'd', '/x', '/find oak', 'see /d']) expect(openList(typed).isOpen(), typed).toBe(false)
})

test('the arrow keys go round, and Tab takes what they chose', () => {
  const list = openList('/f')
  expect(list.chosen()).toBe('/find')
  expect([list.press(press('ArrowUp')), list.chosen()]).toEqual(['moved', '/forget'])
  expect([list.press(press('ArrowDown')), list.chosen()]).toEqual(['moved', '/find'])
  list.press(press('ArrowDown'))
  expect(list.press(press('Tab', true))).toBe('none')
  expect(list.press(press('Tab'))).toEqual({ taken: '/forget' })
  expect(list.isOpen()).toBe(false)
})

test('Enter completes a part of a command, and is left to the box for a whole one', () => {
  expect(openList('/fi').press(press('Enter'))).toEqual({ taken: '/find' })
  expect(openList('/find').press(press('Enter'))).toBe('none')
})

test('Escape closes the list, which then takes no keys until something is typed', () => {
  const list = openList('/d')
  expect(list.press(press('Escape'))).toBe('closed')
  expect(list.press(press('ArrowDown'))).toBe('none')
  list.type('/di')
  expect([list.isOpen(), list.chosen()]).toEqual([true, '/digest'])
})
