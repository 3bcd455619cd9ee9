const signs = Array.from('一二三四五六七八九')

/** Returns the Chinese and Japanese numbers from 0 to 99 in words, by value. */
export function hanNumbers(others: Readonly<Record<number, string>> = {}): string[] {
  return Array.from({ length: 100 }, (_, value) => [writeNumber(value), others[value] ?? ''].filter(Boolean).join(' '))
}

function writeNumber(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return `${tens > 1 ? signs[tens - 1] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? signs[ones - 1] : ''}`
}

/** Must come before a number, so that no part of a longer one is read. */
export const notWithinNumber = '(?<![0-9〇零一二三四五六七八九十百千万])'

/** Returns the names of the months, in digits and in words. */
export const hanMonths: readonly string[] = Array.from({ length: 12 }, (_, before) => {
  const month = before + 1
  return `${month}月 ${String(month).padStart(2, '0')}月 ${writeNumber(month)}月`
})
