#include "tokenizer/text/sentence_language.h"

const struct sentence_language SENTENCE_WORDS_ASIAN[] = {
    {.codes = "ar arz ary ps sd",
     .titles = "د أ أ.د د.م ا.د ش",
     .numbers = "ص ج ط ع ق مج",
     .measures = "هـ ه م ق.م ب.م ق.هـ كم كلم سم مم كغ",
     .others = "إلخ الخ ش.م.م ش.م ذ.م.م و.م.أ ا.هـ",
     .starters = "وقد وكان وكانت وهو وهي وفي ثم لكن ولكن ومن وبعد وعندما وأن وإن ولم ولا وما أما "
                 "بينما وحيث ويعد وتعد ويقع وتقع ولد وولد توفي وتوفي وتم ويوجد وتوجد لقد ولقد كما "
                 "وكما ويبلغ وبلغ ويعتبر وتعتبر وعلى وإلى وعن وهذا وهذه وذلك وكذلك وأصبح وأصبحت"},
    {.codes = "fa tg ckb mzn glk azb ug",
     .titles = "د آ",
     .numbers = "ص ج ش صص",
     .measures = "ق.م م ه.ق ه.ش ه ش ق هـ",
     .others = "و.غیره ر.ک نک",
     .starters = "او وی اما ولی همچنین پس سپس بنابراین"},
    {.codes = "ur pnb skr",
     .titles = "ج د",
     .numbers = "ص ج",
     .measures = "ء ھ ق.م ہ",
     .others = "",
     .starters = "یہ وہ اس ان اور لیکن جب پھر"},
    {.codes = "he yi",
     .titles = "ד פ ר רח שד גב",
     .numbers = "עמ מס ע סע פס תמ ס",
     .measures = "לפנה.ס לסה.נ ק מ",
     .others = "וכו וגו ע.ג ב.ג נ.ב",
     .starters = "הוא היא הם הן אך אבל כאשר לאחר בשנת בשנות גם לא אם מאז אני אנחנו יש אין היה "
                 "הייתה היו לפני לפי כן כך כאן היום כיום בתחילה לבסוף זהו זוהי"},
    {.codes = "hi mai bho awa anp new sa dty",
     .titles = "डॉ डा प्रो पं स्व कु मो सं पू ई.पू ई ले जन मे कै इं बी एम ए के सी डी पी टी जे एल "
               "एन एस आर वी एच जी एफ ओ यू क्यू एक्स वाई जेड आई डब्ल्यू कि.मी किमी मि मी वि.सं वि उदा अर्था",
     .numbers = "सं पृ क्र अध्या भा खं नं",
     .measures = "",
     .others = "इत्या",
     .starters = ""},
    {.codes = "mr ne kok gom",
     .titles = "डॉ डा प्रा प्रो पं कै स्व कु सौ ह.भ.प इ.स इ ई.स ई वि.सं वि उदा सं बी एम ए के सी डी पी टी जे "
               "एल एन एस आर वी "
               "एच जी एफ ओ यू आय व्ही वाय रा न चिं वि.वा गो ना वा द मा गं शं कृ बा ल अ आ म य स श चौ "
               "कि.मी मी मि से",
     .numbers = "क्र पृ पृ.क्र नं खं",
     .measures = "",
     .others = "",
     .starters = ""},
    {.codes = "bn as bpy",
     .titles = "ড ডা মো মোঃ মি অধ্যা প্রফ মু মুহা হা সা রা আ খ্রি খ্রিঃ খৃ খ্রী বি.দ্র ই এ বি সি "
               "ডি এফ জি এইচ আই জে কে এল এম এন ও পি কিউ আর এস টি ইউ ভি ডব্লিউ এক্স ওয়াই জেড কি.মি "
               "কিমি মি সে লি প্রা",
     .numbers = "নং পৃ খ অনু",
     .measures = "",
     .others = "ইত্যা",
     .starters = ""},
    {.codes = "ta te ml kn",
     .titles = "டி எம் எஸ் கே ஆர் வி பி சி ஜி ஏ என் எல் ஜே எச் ஈ யூ கி.மு கி.பி கி பொ.ஊ.மு பொ.ஊ மு பொ டா "
               "డా ఎం ఎస్ కె ఆర్ వి పి సి జి ఏ ఎన్ ఎల్ జె క్రీ.శ క్రీ.పూ క్రీ టి డి బి ఇ ഡോ എം എസ് കെ ആർ വി പി സി "
               "ജി എ എൻ എൽ ജെ ക്രി.മു ക്രി എ.ഡി ബി.സി ടി ഡി ബി ಡಾ ಎಂ ಎಸ್ ಕೆ ಆರ್ ವಿ ಪಿ ಸಿ ಜಿ ಎ ಎನ್ ಎಲ್ ಜೆ ಕ್ರಿ.ಶ "
               "ಕ್ರಿ.ಪೂ ಕ್ರಿ ಟಿ "
               "ಡಿ ಬಿ ಪ್ರೊ",
     .numbers = "பக் ப నం పే ಪು ನಂ",
     .measures = "",
     .others = "",
     .starters = ""},
    {.codes = "gu pa or si dv",
     .titles = "ડૉ ડો પ્રો સ્વ એમ એસ કે આર વી પી સી જી એ એન એલ જે ઈ.સ ઈ ਡਾ ਪ੍ਰੋ ਸ ਐਮ ਐਸ ਕੇ ਆਰ ਵੀ ਪੀ ਸੀ ਜੀ "
               "ਏ ਡੀ ਬੀ "
               "ଡ ଡଃ ක්‍රි.ව ක්‍රි.පූ ක්‍රි එම් "
               "එස් "
               "කේ "
               "ආර් "
               "වී "
               "පී "
               "සී "
               "ඩී "
               "ජී "
               "ඒ "
               "එල්",
     .numbers = "પૃ નં ਨੰ ਪੰ",
     .measures = "",
     .others = "",
     .starters = ""},
    {.codes = "ja", .habits = SENTENCE_PARTICLES},
    {.codes = "zh zh-yue zh-classical wuu gan hak yue lzh cdo nan"},
    {.codes = "ko", .habits = SENTENCE_DOTTED_DATES, .others = "Inc Ltd Co Corp vs St Jr Dr Mr"},
    {.codes = "th lo",
     .habits = SENTENCE_NO_END_MARKS,
     .titles = "",
     .numbers = "",
     .measures = "",
     .others = "Inc Ltd Co Corp",
     .starters = ""},
    {.codes = "km my shn mnw bo dz"},
    {.codes = "vi",
     .titles = "TP Tp tp TX Tx tx TT Tt Ph ThS Ths ThS.BS TS Ts PGS GS Gs BS Bs KS Ks KTS CN DS Ds "
               "NSƯT NSND NS Th Tr Gs.TS PGS.TS GS.TS GS.TSKH TSKH ĐH Đ/c Ô Mr Mrs Ms Dr Lm LM "
               "Gm GM Hg HY ĐGM TGM ĐHY Lm NXB Nxb st St vd VD v.d cf vs",
     .numbers = "tr Tr tr. t s T No Đt ĐT đt",
     .measures = "TCN SCN TL CN tr.CN",
     .others = "v.v vv v.v. etc al ed Inc Ltd Co Corp Jr Sr U.S",
     .starters = "Ông Bà Anh Chị Em Cô Nó Họ Chúng Tôi Ta Đây Đó Này Các Những Một Mỗi Mọi Trong "
                 "Ngoài Trên "
                 "Dưới Sau Trước Khi Nếu Vì Do Bởi Tuy Nhưng Và Hoặc Cũng Vào Từ Đến Tại Ở Theo "
                 "Với Cùng Để "
                 "Cho Về Năm Ngày Tháng Hiện Nay Ngày nay Hiện nay Đầu Cuối Nhiều Một Hai Ba Tất "
                 "Cả Không Có "
                 "Là Được Bị Đã Đang Sẽ Ngoài Mặc Dù Người Việc Sự Điều Cuộc Đến Thời Đối Tuy "
                 "nhiên Vì vậy Thế"},
    {.codes = "id ms jv su min ace ban bjn map-bms",
     .titles = "Dr dr Drs Dra Ir Prof H Hj K.H KH Tn Ny Nn Sdr Bpk R R.A R.M Rd Tgk Sr St Sto Sta "
               "Jend Kol "
               "Kapt Let a.l mis Yth Mr Mrs Ms Pdt Rm",
     .numbers = "No no hlm hal h vol jil bab gbr ps Jl jl Gg Km Kav tel telp",
     .measures = "SM M H s.M jt rb km m",
     .others = "dll dsb dst dkk tsb al ed eds etc penerj terj cet ttd Inc Ltd Corp Co Bros PT CV "
               "Tbk Bhd Sdn jr Jr "
               "sr S.H S.E S.T S.Pd S.Kom S.Sos S.Ag S.Si M.A M.M M.Sc M.Si M.Hum M.Pd Ph.D B.A "
               "Jan Feb Mar Apr "
               "Jun Jul Agu Agt Sep Sept Okt Nov Des Kec Kab Prov Kel a.n u.p a.s s.a.w",
     .starters = "Ia Dia Mereka Kami Kita Saya Ini Itu Di Ke Dari Pada Dalam Untuk Dengan Tanpa "
                 "Oleh Sebagai Setelah "
                 "Sebelum Selama Ketika Saat Sejak Hingga Sampai Karena Jika Bila Apabila Walaupun "
                 "Meskipun Namun "
                 "Tetapi Tapi Dan Atau Juga Selain Kemudian Lalu Maka Sementara Sedangkan Akan "
                 "Adalah Ada Tidak "
                 "Bukan Belum Sudah Telah Hanya Banyak Beberapa Setiap Semua Para Salah Satu Dua "
                 "Tiga Kini Sekarang "
                 "Saat Menurut Berdasarkan Bahkan Pertama Akhirnya Awalnya Selanjutnya Akibatnya "
                 "Sebuah Seorang "
                 "Antara Seperti Apa Siapa Bagaimana Mengapa Lahir Nama Beliau Pihak Oleh Demikian "
                 "Hal Terdapat"},
    {.codes = "tl ceb war ilo pam bcl",
     .titles =
         "Dr Dra G Gng Bb Prof Engr Atty Hen Kap Sgt Sen Rep Gob Mr Mrs Ms Sto Sta St Rev Fr hal",
     .numbers = "Blg blg p pp vol art No kab",
     .measures = "n.h n.u n.t n.g n.m B.C A.D BK AD",
     .others = "atbp at.iba.pa al ed etc Inc Ltd Corp Co Jr Sr U.S Ene Peb Mar Abr Hun Hul Ago Set "
               "Okt Nob Dis",
     .starters = "Ang Si Sina Siya Sila Ito Iyon Noong Nang Sa Mula Para Kung Kapag Dahil Ngunit "
                 "Subalit Pero At O "
                 "Din Rin Isa Dalawa Mga May Mayroon Hindi Wala Ayon Matapos Bago Habang Kahit "
                 "Bilang Kaya Gayunman"},
    {.codes = "sw ha yo ig zu xh so om rw mg sn ln",
     .titles = "Dk Dkt Prof Bw Bi Mh Mt Mhe Mr Mrs Dr n.k k.m St",
     .numbers = "uk kur Na no j gz",
     .measures = "KK BK K.K B.K km m",
     .others = "n.k nk al ed etc Inc Ltd Jan Feb Mac Apr Mei Jun Jul Ago Sep Okt Nov Des",
     .starters = "Ni Ya Katika Kwa Hii Huyo Yeye Wao Baada Kabla Wakati Lakini Na Pia Mwaka Tangu "
                 "Hadi Kama"},
    {.codes = "kk ky uz mn tyv sah cv os ce av",
     .titles = "проф акад доц д-р ген полк инж т.б мыс қар им dr prof akad",
     .numbers = "№ б бет бб т гл сур кест ст с",
     .measures = "ж жж ғ ғғ б.з б.з.д б.э.ч б.э э млн млрд км м г г. й",
     .others = "т.б ж.т.б т.с.с т.т ж.б және.т.б ред ауд ағыл нем фр лат гр орыс қаз ар парс тур "
               "янв февр апр авг сент "
               "окт нояб дек қаң ақп нау сәу мам мау шіл там қыр қаз қар жел обл р-н ауд",
     .starters = "Бұл Ол Олар Осы Сол Біз Мен Және Бірақ Сондай Кейін Бұрын Қазір Бүгін Бар Жоқ "
                 "Көп Барлық Бұның Оның Бул "
                 "Ал Алар Ошол Бирок Энэ Тэр Мөн Харин Bu U Ular Shu Va Lekin Ammo Keyin Hozir"},
    {.codes = "am ti"},
    {.codes = NULL},
};
