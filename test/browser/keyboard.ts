import type { Locator, Page as Tab } from 'playwright-core'
import { expect } from 'vitest'

export const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement)

/** Presses Tab, or another key, until an element has the focus, as somebody without a mouse does. */
export async function reach(tab: Tab, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < 60 && !(await isFocused(element)); presses++) await tab.keyboard.press(key)
  expect(await isFocused(element)).toBe(true)
}

/** The notice has the focus, so that the keyboard goes on from there. */
export async function expectNotice(tab: Tab, text: string): Promise<void> {
  const notice = tab
    .locator('#notice')
    .filter({ has: tab.getByText(text, { exact: true }) })
    .or(tab.locator('#notice').and(tab.getByText(text, { exact: true })))
  await notice.waitFor()
  await expect.poll(() => isFocused(notice)).toBe(true)
}
