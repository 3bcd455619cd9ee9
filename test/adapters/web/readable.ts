const tags: Readonly<Record<string, string>> = { strong: 'b', em: 'i', code: 'code', pre: 'pre', a: 'a' }

/** What can be read in the HTML of a message or of a preview, and its formatting in the tags of the contract. */
export function readableOf(html: string): { text: string; markup: string; buttons: string[]; actions: Map<string, string> } {
  // Its foot and the heads of code are not part of what was sent.
  const sent = html.replace(/<footer>[\s\S]*?<\/footer>/g, '<footer>').replace(/<div class="code-head">[\s\S]*?<\/div>/g, '')
  const body =
    /<div class="(?:body )?prose">([\s\S]*?)<\/div>(?=<\/details>|<div class="buttons">|<p class=|<footer>)/.exec(sent)?.[1] ?? sent
  const simple = body
    .replace(/<pre[^>]*><code[^>]*>([\s\S]*?)<\/code><\/pre>/g, '<pre>$1</pre>')
    .replace(/<(\/?)(\w+)([^>]*)>/g, (_tag, slash: string, name: string, attributes: string) => {
      const href = name === 'a' && slash === '' ? ` href="${/href="([^"]*)"/.exec(attributes)?.[1]}"` : ''
      return tags[name] ? `<${slash}${tags[name]}${href}>` : ''
    })
  const actions = new Map(
    Array.from(sent.matchAll(/data-action="([^"]*)">([^<]*)</g), ([, action = '', label = '']) => [unescaped(label), unescaped(action)]),
  )
  return { text: unescaped(simple.replace(/<[^>]*>/g, '')).trim(), markup: unescaped(simple).trim(), buttons: [...actions.keys()], actions }
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
