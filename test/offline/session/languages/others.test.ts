import { checkSessions } from '../../../support/session-cases.ts'
import { bot } from '../../../support/session-notes.ts'

checkSessions('it', {
  sessions: [
    [["Devo ancora chiamare l'idraulico"], [], ["user: Chiamare l'idraulico"]],
    [['Manderò il file a Maria entro venerdì'], [], ['user: Manderò il file a Maria (entro venerdì)']],
    [['Ben porterà le chiavi domenica'], [], ['Ben: Ben porterà le chiavi (domenica)']],
    [['Ricordami di annaffiare le piante stasera'], [], ['user: Annaffiare le piante (stasera)']],
    [['Se piove devo chiamare un taxi'], [], []],
    [['Ho pagato la fattura'], ['Pagare la fattura', 'Chiamare Anna'], ['done 1']],
    [['mandato!'], ['Mandare il file a Maria', 'Chiamare Anna'], ['done 1']],
    [['Non ho ancora pagato la fattura'], ['Pagare la fattura'], []],
    [['Il regalo per Tom non serve più'], ['Comprare il regalo per Tom'], ['dropped 1']],
    [['Maria ha mandato il file'], ['Mandare il file a Maria'], []],
  ],
})

checkSessions('pt', {
  sessions: [
    [['Ainda tenho que ligar para o encanador'], [], ['user: Ligar para o encanador']],
    [['amanhã eu mando o arquivo para a Maria'], [], ['user: Amanhã eu mando o arquivo para a Maria (Amanhã)']],
    [['O Ben vai trazer as chaves no domingo'], [], ['Ben: Ben vai trazer as chaves (no domingo)']],
    [['Me lembra de regar as plantas hoje'], [], ['user: Regar as plantas (hoje)']],
    [['Se chover tenho que chamar um táxi'], [], []],
    [['Já paguei a conta de luz'], ['Pagar a conta de luz', 'Ligar para a Ana'], ['done 1']],
    [['mandei!'], ['Mandar o arquivo para a Maria', 'Ligar para a Ana'], ['done 1']],
    [['Ainda não paguei a conta'], ['Pagar a conta de luz'], []],
    [['Não precisa mais do presente do Tom'], ['Comprar o presente do Tom'], ['dropped 1']],
    [['A Maria mandou o arquivo'], ['Mandar o arquivo para a Maria'], []],
  ],
})

checkSessions('ru', {
  sessions: [
    [['Надо ещё позвонить сантехнику'], [], ['user: Позвонить сантехнику']],
    [['Отправлю Марии файл до пятницы'], [], ['user: Отправлю Марии файл (до пятницы)']],
    [['Бен принесёт ключи в воскресенье'], [], ['Бен: Бен принесёт ключи (в воскресенье)']],
    [['Напомни полить цветы вечером'], [], ['user: Полить цветы вечером']],
    [['Если будет дождь, надо заказать такси'], [], []],
    [['Оплатил счёт'], ['Оплатить счёт', 'Позвонить Ане'], ['done 1']],
    [['отправила!'], ['Отправить Марии файл', 'Позвонить Ане'], ['done 1']],
    [['Ещё не оплатил счёт'], ['Оплатить счёт'], []],
    [['Подарок Тому уже не нужен'], ['Купить подарок Тому'], ['dropped 1']],
    [['Я оплачу счёт завтра'], ['Оплатить счёт'], ['user: Я оплачу счёт (завтра)']],
  ],
})

checkSessions('ja', {
  sessions: [
    [['銀行に電話しなければならない。'], [], ['user: 銀行に電話しなければならない']],
    [['金曜日までに請求書を送らないと。'], [], ['user: 請求書を送らないと (金曜日までに)']],
    [['牛乳を買わなきゃ'], [], ['user: 牛乳を買わなきゃ']],
    [['どうすればいい？', bot('わかりました。明日、電車の時間を調べておきます。')], [], ['bot: 電車の時間を調べておきます (明日)']],
    [['雨が降ったらタクシーを予約しないと'], [], []],
    [['請求書を払いました。'], ['請求書を払う', '銀行に電話する'], ['done 1']],
    [['送りました！'], ['請求書を送る', '銀行に電話する'], ['done 1']],
    [['請求書はまだ払っていない。'], ['請求書を払う'], []],
    [['トムのプレゼントはもう必要ない'], ['トムのプレゼントを買う'], ['dropped 1']],
    [['請求書を払いましたか？'], ['請求書を払う'], []],
  ],
})

checkSessions('zh', {
  sessions: [
    [['我还得给银行打电话。'], [], ['user: 我还得给银行打电话']],
    [['我周五之前要把文件发给玛丽。'], [], ['user: 我要把文件发给玛丽 (周五之前)']],
    [['我明天会付账单。'], [], ['user: 我会付账单 (明天)']],
    [['提醒我今晚给花买肥料'], [], ['user: 提醒我给花买肥料 (今晚)']],
    [['如果下雨，我得订出租车。'], [], []],
    [['账单付了。'], ['付账单', '给银行打电话'], ['done 1']],
    [['发了！'], ['把文件发给玛丽', '给银行打电话'], ['done 1']],
    [['账单还没付。'], ['付账单'], []],
    [['不用买汤姆的礼物了'], ['买汤姆的礼物'], ['dropped 1']],
    [['账单付了吗？'], ['付账单'], []],
  ],
})
