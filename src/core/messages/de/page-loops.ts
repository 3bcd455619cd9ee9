import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'Offenes',
  'page.loops.add': 'Was ist zu tun?',
  'page.loops.add-hint': 'Steht eine Zeit dabei, erinnere ich dich: Freitag um 9 Ann anrufen',
  'page.loops.add-button': 'Hinzufügen',
  'page.loops.open': 'Offen',
  'page.loops.closed': 'Zuletzt abgeschlossen',
  'page.loops.none': 'Es ist nichts offen',
  'page.loops.none-hint': 'Trag ein, was du noch tun musst, oder sag es mir einfach im Gespräch.',
  'page.loops.move': 'Verschieben',
  'page.loops.when': 'Neue Zeit',
  'page.loops.when-hint': 'Zum Beispiel: morgen, oder nächsten Freitag um 9',
  'page.loops.text': 'Neuer Text',
  'page.loops.save': 'Speichern',
  'page.loops.source': 'Aus dieser Nachricht',
  'page.loops.closed-by': 'Durch diese Nachricht erledigt',
  'page.loops.dropped': 'verworfen',
  'page.loops.was-due': 'war fällig: {when}',
  'page.loops.all': 'Alle',
  'page.loops.no-text': 'Schreib, was zu tun ist.',
  'page.loops.too-long': 'Das ist zu lang: Höchstens {most, number} Zeichen passen hinein. Kürze es.',
}
