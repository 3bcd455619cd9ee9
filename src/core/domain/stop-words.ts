/** Splits a space-separated list into a set of words. */
export const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/**
 * The words of a question that say nothing about its topic, such as "what did I tell you about", in lower case. The database drops only the
 * stop words of the languages that it knows, and only those of prose.
 */
export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: toWordSet(
    'a about again all am an and any anything are as at be been but by can could did do does done for from get give had has have he her him his how i if in into is it its just kind like many may me might mine much my no not of on one or our out over please said say sort so some something tell than that the their them then there they thing things this those to too type up us was we well were what when where which who whom whose why will with would you your yours remember remind recall ever discuss discussed discussing mention mentioned talk talked talking talks told tells telling says saying happen happened find show list know',
  ),
  fr: toWordSet(
    'à a ai ait alors as au aux avait avais avions avons avec c ce ces cette chose comme comment combien d dans de des dit dire disait du elle elles en est et étaient était eu fait il ils j je l la le les leur lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par parlait parlé parler pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi raconte racontais racontait raconté racontée raconter rappelle rappelles s sa se ses si son sont souviens sur t ta te tes toi ton tu un une vos votre vous y été',
  ),
  de: toWordSet(
    'aber alle als also am an auch auf aus bei bin bist da das dass dein dem den denn der des dich die dir doch du ein eine einem einen einer eines er erwähnt erwähnte erzähl erzähle erzählen erzählst erzählt erzählte erzählten es etwas für gab geredet gesagt gesprochen habe haben hast hat hatte hatten heiße heißen heißt hier hieß hießen ich ihm ihn ihr im in ist ja kann man mein mich mir mit nach nicht noch nur oder sagte sagten schon sein sich sie sind so um und uns unser vom von vor war waren warum was weil welche welcher welches wann wem wen wenn wer wie wir wird wo worüber wurde zu zum zur über',
  ),
  es: toWordSet(
    'a acerca acordamos acuerdas acuerdo ahora al algo alguien algún alguna algunas algunos ante antes aquel aquella aquello así aunque cada como cómo con conté contado contamos contar conversamos conversar cosa cosas cual cuál cuáles cuando cuándo cuanta cuánta cuantas cuántas cuanto cuánto cuantos cuántos de decía decir del desde dice dices dicho dije dijeron dijiste dijo donde dónde e el él ella ellas ellos en era eran eres es esa esas ese eso esos esta está estaba están estar estas estás este esto estos estoy fue fueron fui ha había haber hablamos hablar hablé hace hacer hacía han has hasta hay he hemos hice hicimos hizo la las le les llama lo los más me mencioné mencionó mi mí mis muy nada ni no nos nosotros nuestra nuestro o os para pasó pero por porque pude puedes qué que quien quién quiénes recuerda recuérdame recuerdas recordar se sé sea según ser si sí sido sin sobre son soy su sus también tan te tendría tengo tenía tiene tienen tienes todo todos tu tú tus un una unas uno unos va vamos voy y ya yo',
  ),
  it: toWordSet(
    'a abbiamo ad agli ai al alla alle allo anche avere avete aveva avevo avevi c che chi ci cioè come con cosa cose cui d da dagli dai dal dalla dalle dallo dei degli del dell della delle dello detto di dice dico dire disse dissi dove dov e è ed era erano eri ero essere fa fai fare fatto fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mai me menzionato mi mia mie miei mio molto ne né nei nel nell nella nelle nello no noi non nostra nostro o ogni parlare parlato parlavamo per perché più poi posso può qual quale quali qualche qualcosa quando quanta quante quanti quanto quella quelle quelli quello questa queste questi questo raccontato raccontavo ricordami ricordare ricordi s sa sai se sei sempre si sia siamo sono sta stato su sua sue sugli sui sul sulla sulle suo suoi t te ti tra tu tua tue tuo tuoi tutti tutto un una uno va vi voi successo',
  ),
  pt: toWordSet(
    'a à acerca aconteceu agora ah algo alguém algum alguma ali ao aos aquela aquele aquilo as às até com combinamos comentei como conversamos conversar coisa coisas contei contar da das de dela dele deles depois disse disseram dissemos dizer do dos e é ela elas ele eles em então era eram essa essas esse esses esta está estamos estão estar estas estava este estes eu falamos falar falei falou fala faz fazer fez fica fiquei foi foram fui há havia isso isto já la lá lembra lembrar lembre lhe lo mais mas me mencionei meu meus mim minha minhas muito na nas não nem nessa nesse no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos pode por porque pra pro qual quais qualquer quando quanta quantas quanto quantos que quê quem rolou se sei seja sem ser seu seus si sim sobre sou sua suas também te tem tenho ter teu teve tinha tua tudo um uma umas uns vai você vocês vou',
  ),
  nl: toWordSet(
    'aan al alles als ben bent bij daar dan dat de den der deze die dit doch doen door dus een en er ervan gaat ge gebeurd gehad genoemd gepraat gesproken gezegd had hadden heb hebben hebt heeft heet hem het hier hij hoe hoeveel ik iets in is ja je jij jou jouw jullie kan kon kun maar me meer men met mij mijn moet na naar niet niets noemde nog nu of om omdat ons onze ook op over praatten te tegen toen tot u uit van veel vertel vertelde verteld vertellen voor waar waarom wanneer waren was wat we weet wel welk welke werd wie wij wil word wordt ze zei zeggen zich zij zijn zo zonder zou',
  ),
  ru: toWordSet(
    'а без бы был была были было быть в вам вас весь во вот все всё всего вы где говорил говорила говорили говорю да для до его ее её если есть еще ещё же за забыл зачем и из или им их к как какая какие какой какого какую когда кого кому кто куда ли мне меня мной мог мое моё моего моей мой моя мои моих мы на над надо нам нас наш не него нее нет неё ни них но ну о об обсуждали обсуждал он она они оно от откуда писал писала по под помнишь помню напомни потом почему при про произошло рассказал рассказала рассказывал рассказывала с сам свой своего своей свою себя сказал сказала сколько случилось со собой так такой там твой тебе тебя тем то тобой тоже только том ты у упоминал упоминала уже упомянул чего чей чём чем что чтобы чья эта эти это этого этом этот я',
  ),
  ar: toWordSet(
    'أ أخبرت أخبرتك أن أنا أنت أو أي أين إذا إلى إن اسم اي اين الى الان التي الذي الذين الآن انا بعد بها به بين تحدثت تحدثنا تذكر ثم حتى حدث حصل حول خلال ذكرت ذكرني ذلك سوف عن عند عندما على عليه عليها علي غير في فيه فيها قال قالت قبل قد قلت كان كانت كل كم كنت كيف لا لأن لدي لك لكن لم لماذا لن لنا له لها لي ليس ليه ما ماذا متى مع معي من منذ منه منها مين نحن هذا هذه هل هم هنا هناك هو هي وماذا و وين يا يكون ايه إيه فين امتى ازاي اللي',
  ),
  zh: toWordSet(
    '的 了 吗 呢 吧 啊 呀 我 你 您 他 她 它 我们 你们 他们 她们 是 在 有 没 没有 和 与 跟 同 或 也 都 就 还 又 再 很 太 更 最 不 把 被 让 给 对 向 从 到 上 下 里 去 来 过 着 得 地 这 那 这个 那个 这些 那些 这里 那里 哪 哪个 哪些 哪里 哪儿 什么 甚么 怎么 怎样 为什么 多少 几 几个 谁 何时 什么时候 时候 说 说过 说了 讲 提 提到 提过 提起 聊 聊过 谈 谈过 告诉 记得 记 记了 记录 请 请问 一下 一个 个 要 会 能 可以 想 如果 因为 所以 但是 而 之 其 关于 次 时 事 事情 发生',
  ),
  ja: toWordSet(
    'の に は を が と で て も か な へ や から まで より ね よ わ だ です ます でし た でした まし ました ませ ん ない なかっ なかった たい いる いた い ある あっ あった し する した して しまし れ られ さ せ う こと もの ところ とき 時 それ これ あれ その この あの どの どれ どこ だれ 誰 何 なに なん いつ なぜ どう どうして どんな いくつ いくら どちら 私 わたし 僕 ぼく 俺 あなた 君 言っ 言った 言いました 言う 話し 話した 話す 教え 教えて ください 下さい 覚え 覚えて って という けど でも また だっ だった だろう でしょう そう お ご ため よう みたい について つい 思い出し',
  ),
}
