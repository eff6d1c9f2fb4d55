/**
 * Small NetCDF-4 and HDF5 files that other programs wrote: what the reader must agree with. Base64 of the files, deflated.
 * g(i, j) is outsideValue of outside-maps.ts.
 */

/**
 * 6 latitudes from 43° up by 6 longitudes from 3°, 15″ apart, cell centres; elevation −g as int16, chunks of 4 × 3, shuffled, deflated, with
 * checksums; ten attributes of the file, node_offset = 1 among them. Written by netCDF-C 4.9.3, as GEBCO's files are.
 */
export const GEBCO_NETCDF4 = [
  "eNrtXHtwVNUZ/+7ePO4mmxcNsUK0KzIYIYRoUnmUkM1jw2JDggkdpDBZl92b7K2799K7l7hUCwLtOEA7gy/0j2IZW0Y7ndoBOvoHrXWwLdQasa",
  "0dsRRiq8IgSnCGFtAk23teu3tvsjGhRu14fjvZs/ec3/nOOd/3nS93zz1nt/uaWwrypuU5JAkYEhRGC7mupvmFj+3+sN3X3OFw/coxA+eIWbYq",
  "duQ5QEDlxcXofW4OYWu0Vk45eheyHPTaKUfk3oChaOo+keRMLQfUhJgPCxaTnJdoeoGmOWVEBuu8GAkYA+yCjImKX9LbvAt3v6BdEEpxgSAIOa",
  "wvrH4p6nGJu55W9kBtPtQmzP5kF6IScXZKUU8sZf1zgi+X5P0919I2SFOwVAHcVmXCkXS9sVzCngBcc4BoeNwVrk8qZEyh4kSEPrT7hi0jVStZ",
  "NXHVqo27SN5ZaqOiXKtqq6lqPWmqFZKq9Yyp2tFzJ6zVyVNtxal9R4lqHQ5hJlatI+W1ks17k6p2of4XS6xDxZAtYRXPQdfC/fnl6MohinSCCO",
  "YLl+AX0rt0DZbjEOFWIhIbg84mZpvsjBPf5cXVoRRc5h/422QjGOqubdI0PaSoAUOO4d6RaevG7sJUl65CZATXWpSKUGSOwhTVvGy5t61zWXub",
  "v3VZ50q4Fo8O4Bo6+tEkkRCU+px+jTiuJSgVodCUYPYoZgTUUEAP+dVAVIYvmYTplBiWlZ6w4Q+s03plf1QOqP6YHPCbQUuOIBmi+cojMiKa2p",
  "Oq/xVa38vim1uXzTil9MpuQ3ObMtxERjnSiGhaE8vYoCpGDNcXaP3ownnnEi2dnV4oq6PDOS3ANDzO1Q88WOolOrnNQYYXChiBmGyklBNSorIa",
  "M9sHqRis2hfSdWWCRWB2vXf/HZ72Jt/XWbwVkvFWU293WGMxc3AxqMfCDfTiZhilRkY8f9T3VzzQWdSlhVoHvIwb3bsm92lclFdAi2oc0IeLnA",
  "PvLcogsHGlr9nUgdluCVJExVpa2Wm+CNTLt1/ELCdiFWAWVNhZ7o540yjiWzp8K4j/McdKD++1dLhsMJBlS9k/wHEGhay0msQQFSitYnn/+daP",
  "4/YBxyX7UKKPbjxmH3A8z846/JT2RkunyQI2CrurpHq1AuJYY6TkRzQqTQdreqXBd7ZxZWuL2bt1iHkTiV+tT7uLYb9AiKizD/ymcT6sQjVoOP",
  "7dmd2LYb5AMrLN5Gh8XgdsRQwaev07t+yAvbQKckPZteRh2C5gDQH+v6E8sR/+hD5EiBLLLr5/CLDjUk8N9r169tyeyhzgmDxg+zstereY2mJV",
  "i0UtxrN4g8WbrEZPd6uBh399LzfAZ4yx42UNjTQswk9SvJydvAt0Tr+PxLiaCca45zLEuDk5h1+kMS5IHTEZ4w6ML8ZVTijG7aS+P/4Y9+zj12",
  "7njvgFx9Km9lb77XH6F4kB2600y7ffwL1QxHXJwcHBwcHBwcHBwcHBwfF5RTPC/V5P38smzPQbCFu8nlMnTZhpN8JWr2fgvAkzxfwsifBdEuFP",
  "lQj/OonwZ0mEXyV57kGYL3lwYx7JE+8K3rnonWfn3/2Kvqfva/WbTvVdSPRvdn946VJ/f2LtM3CxZMq5eJdQDm8l+ha8/0H9b996e+nOVdF39c",
  "Hh4cTQ0HBicGh4eNmJGd+c+mS8697gS8cXPvbB0XV/OPjODwZ6Bj96/cKl9hc3S2844F+hkvfiXSdePf7Q4GDljV++L564dKzeHYFta2rgte8X",
  "l8S7Dh3fdfm1oRqzbN2VxJlj/Zs3T3/hzU1ZcOTPhRfjXXM2/vFyx64Sx6bzicRz/zyWyJF85wTY5yoQuM9wcHBwcPz/4xN9DkufWFmeeFkfTK",
  "U/+oJtfTo3wGeMFl9zY3KDHcZTC657ZUL7tuyPSlGa3MPU1NrQ2Yn3MKEHTMiJUvu3OpsaWr0mNZtQ2xqWezEzizIjmoo3ZblQDutJsxJVQtY+",
  "JNssgmrU6Q5vi7fD29Y0ibuhxtgr5kz1vkcxNoTkDHvCRuGN2PflopyQ3KPLcswvB2JGUl+BuGLdHXYnd2eOq5n/bO8yxoEDP3v7f5r/8InN/4",
  "Ax3vkPn9L8h4+f/1Kq92NN/5G0EbO/wDb7VU03wpmn/2ruzRwTxcoOr1cwXc++f3vmx9Rb7ybpTWCfGFY8Qnk32PLtuysPUV45vc7K0O4/KO96",
  "G8/e7uUM8uztltk6xva3sJ1lDu4iHBwcHBwcHBzke+OY+/dP0+9N7JRapv37+eNsbfT9+0Yjy2tzKjfbzzuF61gbrJXndz2zw37eKVxvZ+1Q69",
  "3kLAAbxXjPAhzMJvn2swAVh/YcpmcBtiHmbHKb+cPl+8rIwquX8CI1J+fCL9GnanJDa5RNa4G/CYSBDmYtXRReDf2IMYto5MS7B7fATpQxk9yr",
  "3rH199+DNWlHX/rm3fUTWEOFovwz1XN/DtmUgXr8ne/eeATmoowqcn98/tutf4FfUAa6ER568M2P9H+fvsLd/qqRvs5OzW2xisWIFiew2NtiOI",
  "vRLEa3+JnFlBZ3WvzT1x/hpvlUQI5wg0B+qAAZWcQHstkCTnYuOQGPfYEdbGfhlAUeduxayHzseiH5MjyFrBH16ErIHw2sX6+kLz1NsS09+ZNL",
  "0LB2svVw8spdq/CaI/s9B4yStifF5JKav61pha6tl3VDkckK1wza4V5ZR8t1dbdWqngxsK62amFVTWU41P3Vuluqbqmtuk0EF1131NReWUVHrY",
  "mIIirCCMvutLLkqpupiYh1XR4xcW5SpqLGkMJQxREy08pEcwqStUFtgx4kQvPSqCRbNDmYFVZihqZvxLT8NBrNF81MzNPlblmX1SDVSWEaNVWU",
  "lBrUolFzjCOk0nzRHCbm3S1vvEfTQ9bHDYjICpISI0pQVmPyCIk0X8QLxqUAqmZ6lNbdjZZaR/uth0xLxgAX6nmc+CLgvw50YWw=",
].join("");

/**
 * A sea over time (no limit), depth, lat and lon: thetao packed into int16, the last time not written; so big-endian; a variable w that is not along
 * its dimension w; a group. Written by netCDF-C 4.9.3.
 */
export const SEA_NETCDF4 = [
  "eNrtXQ9wVMUZ3/fnLpfkEi7JJSQhhYNEQEMxgcOBVswd98cgISCJVaxNcsldyEG4o8mFnIiSoLVVUIp/RimYAlOto3YKlIEKTMsfKWHAEXDGMh",
  "aqxU7H4nQEWmdw7DTdfbv77t3mnneBhEpnf/DNZvft3+/7dt/ud3ffPlXt9mZlFGeIJhOgGCB47xEcryDpv+qbABZUuxeJ5t3iBCVFspBHFT4c",
  "ThiDw3+NxmGGCAQUWpSM07pw6o9oS2mx5oDZo9QIsoEJyAA01roWdoRXBDoiwUAnyEN1QxIhrQx0dAbDodnTpoQCkRZ/62z71FlTp09p87fOmF",
  "05tdI+9Q7cWjPpQz1prN0yb43S/aw3BcGKUkRBECRm0JIZ9dgCuYEZ4gCGbJQilZtI+xA9qIU0YG3F0d+QOvJLUM+BlK7WxsLsxIO0AjMkOEhl",
  "BHZXONzhD4Z8EThU1LSsVGdTOiiQygUQg7kcxSVgxLxy1Tjr6hQeWUgf3XPne2rr5i6obaxzOWs8wDwOpUvAgAvUOud7lPwGkj8SXB5QapUUCZ",
  "ixBHDn3MHlQX98t2g3KlGa2o2uUDCCRVVAqm0Ld3V02jqDoZaArXLWjIpvV1TC/+ZbUMMSZKBSrDncFfLjcuma7jQ2o1QA9i7rX4bF1qURG+0C",
  "DSUrYlCObZzaydEmMHoNGmKGIr7bcPql1Uh0BpBdgMttZ0SXNpKiE65JdLbEojOS/P7Aikjb0GSn9GMCll06rnZFuDMYCa4MKFXLtOpwdwiAhk",
  "1Xd2IBgATzRromAQDQl4vLdd1IAYjXIgCF0wTREl8Q86JYwwuZPJWvkRd5ebjcvQwvTCPJC+malHFsYmWkGtMehgoDxt/3hWuBq3qesUhpUKav",
  "FmOkLRDxhf1kuDlH5y+BwS8+m/PKYP3SmeDjE/BUecdIGZiXa4oTT2yDPi/LMTtSZgJu6EwabqBNsyaLqc5A5e9sMAjvVtbeiTiHm/gsHaduoP",
  "yzYn4aqCi7v2OKk2qvPDEfFTc/iOXKislBRlTfFuy0wf8+G3yFutxemx8uuCH0VrU1d0VsoXAk9milryPoa24PTLVRTAMXTzfdNVhktFuGlEVm",
  "UhYBSaCisDJCk4ZbaI+nX4fQlHGZWZHNuzg+PyayliKcWgWY9RE/XkVWvTKS+ssDS98YeYHNAKdnfPi20s5DuJ1RkE9WLZNq5tbVgyLCP7RxMu",
  "nMQ6RofrLLy2fi6J36SP9id9w2bDFZPidpePaAP/ctzCQbXMjK5gAwGdIUSFvhiA9C+hiN3Blt2H+8/+qLG+99aePp5zdeXuOSLJU9OeAHXaZ5",
  "0YbvHo7+/dA/u3PXL534Qe3AmP9IgktCG9I+d+bMaMNXR04e7e8vtIxNKxuYXmG32yt65gLPKqM12pDnl3vrK46fAqIlF0x6zNAbbVjm92850R",
  "99cePl0tJSl0sqEUDtPuM/og0nfG9d/PTnK3sun3vl2K8LiwsdoEYEj15Iezfa8P1dq/JKSz/ZMNDueK63d9u2bb29vTnVImi6J80YbfjTcZN4",
  "oOm5bYJceKgMVFoNZ9DA7+rBqlEFh1eF/t4K6SCkj7GsHbD/DvjCd8A9twMmOBZCaoK0AhLM7/gJpJ9CehkSLOt4HdIOSL+FBOtx9EM6BeksJF",
  "Tnp5AuQboKuYk4CpXLCUXrhGrshG05oRI4CyGVQILtOqFiOidDmgIJ9sFphzQT0p2QYH+cbkjVkGogwb454eba+QAkqFdO2E+nHxKcXM52SLDP",
  "zgiSIqTVkGD/nWshPQHpSUhwLM6nIa2H9Cw7rS7RGeTAgYmEFhJaHWmp5LVOvnOhP7p+6+7+c1pNHcdorg1wcHBwcNwgKAeEAryhpUu5BM8P08",
  "n2cdMbFyrpvsoAdpDz+i66cUt2EPFFhnYmxvubsOfBsbRRI7B148YOa3aLKVeIN36ztx+YiXfKfaLgVjZScoLDDXOApLtcvecxIxXOYQEGEzZS",
  "Kcf7nswCFBNFtM0WyJEf/UPlTeOUGkSDvzy2o6MckEhIN+BG/Q34/CGfQNljsrZx5TR6B96cZpIqvcH29u/52rsCcSNNaFjpMXuxPmTBkrBsZ4",
  "uvPdDY6muJhDvgQbxKNebZM4F9QAK6ljW486wyu7GYM3FdPr+/Mdza2hmIDLEmu8NcpmMgS1eNN0s6AoHORpd5NbaJpb4xZ7mp3c4YmXgaEzcx",
  "cdSdrPx5O5Dq0zPZqoxYXkX5V6N6UQ8rUA8XebyeRZ5alwf38A4R99Dvi/gQp9SuqgcVYLKAeH1gZwG1C1Au3l8YH+87UurQ9nAt6SE9kpnXD3",
  "cPWSMX7aHI9JDG/9oVv8b9ZcPE15Vjl5ce7xSNgse1ACiCWmMhchUIpxPpUoZGTuMheS9U5iTnocT0kMavPu19ak59tRsyChYZhUpMtvrxs2zV",
  "IlE2seSELlPYDrJNLv385L9V44C65EnXu+TpGxOwTa0cpa++pFngzt07eI2RCdEFTtRd4PDpdTs5z5+nIr11SC+5Dz76eJX2RWdUX3S+yCQyNG",
  "M+fpZOOdQZplI78mj+C4r+jMBiu3qoloCvW3AsTDyHiecycaQy0xeP36SdzpTx2gVHHtEFp6wpXpMvdMdLT3LtC+5VZosBlcnEs6WZnS2Hjx7K",
  "9tbVecBh8imYsBmAAKr0Pveb8NR9t2tBjUC5BGL2ZDrQz7WfhmnSXxPj4zSkipPOpNOdk0Wn/hyd+nN16s/TqT9fp/4CJv3HZKCjdeop0mm3WC",
  "f/GGZylei09y0m31gmPo5ZwIjUVCMATSeCVlZduhIr+UMP29oDoSURYkWcwCxZke6wEpYy6eFQIM74R9MP73DF9e9sFj8dcHBwcHBwcHBwcHBw",
  "3IyoX+TxCGDwl7nGDrGetzMSn4NZSEy8L0k5USf9jxnxdgC9cmx7V5j2hBTHNzYz3i4gpDg+Q2b8OV9IcXyzSDlrknJse/dnxscFJj8NjUna5+",
  "Dg4ODg4ODg4ODg+PpzpDDoHKl+4MvgnDPxgcbEWcnBwcHBwfF/i4OT8DfE/kDCkySkTgx4yEMe8pCHPOQhD3nIQx7ykIc85OHNH+LPCwb7UGoa",
  "oh1hGfm+Ey2X6ve5TjDlUv0eVDnjYynZT0dlburh4ODg4ODg4ODg4OAYFqjOfBTHFaI42JnPIOc9xAH2YG9ZWmf6GH13mxQHIZIoHWuLHTBRVS",
  "hTckc99OKAITjHEROcSNHzeLfLS0F8tlzjkwXeRdULFUctovZbd7Qrm0mcOoIBYuKjb3aKnJc1JQXSfwEca6Vp57wPLfHWVbsB2MyczYVBNS0E",
  "UcXDCX5STX6cRX2t0PDDP09yzKmv8QJD4KX3RoHFAP086uXHaiaDxwHy8HIl7dbbwBT4ZyGwXnHYwZcA+TnpuzpqjuIWZjQ4f+X1pQB5fcoHxe",
  "/MjioO+/LBuzvOPwOWKzWsPbJrDygRUN6v3ll/CBwDyJPLE3uK3wfTlVTf7179G9gE0O/AzmblXAH3COinZD/c1/Ql+ESpYe8X75/is3LkoMg/",
  "5vQey1VVKCx81eaCRU1dfhOFUQtjkaueerEOqXMfC5m6MSKqQr3sEMVQf2uHZa+ahrDiqZ5ysEKp8wpr0igaxSr06sVbt3DpprDeI6dceXhNFt",
  "+aFVvCkOCQkz3TDXGyR0GdoVFQr10Ut7/wTIW32j1HvYQG4ZHmzJ2qxzIgowtFqJsqQaa6bFDuzqBusASZ5hdDK6kvqUTO9hO7cUvsxVT38oOE",
  "/t4EmWp/unoFiuqkTKZTQWrp6BzooKl0RlgaQy32xlA41NiC3nyN3ZkRmoXOErm13beE+igUZDpb5JBveYD6PhNkOmtMreGOQIuvM5Lz8DdeZf",
  "VM3ZYk5dYR7ll0XpsUm5l8eqbsN5OYrvlX7zk4ODg4ODg4viGmLZnu0mKu9ekZRXtnG/yjh/or3m+OGY4U7Ll5+TDVvu49zIsxKdxrp2vWuy3O",
  "rEf49HvCJxu1JyS36A3T7XY1Q3VxnejCRuqyGuXb/VrR7bG7vk6Rc9F+OmZjzBZovg/fRyBjj+/IJbCew/dEl0HQRkuZOHI1fP/pz3+m69+dHv",
  "oo2gsK12HBViSw38rMMYW5X0LTUUMaFjCKD1DJfkQka05dstdvq1UdmA/rVWZFTBzZQ2sDOaLWQfmzGfGHQPMW5LN7OE0h7IRL5s2flbZ6tifx",
  "olue92Dplya9WjGRehoKsNTpiCl3UEC58tn/YnrLwz69kTPxMzlZO5kLjmlWvbHQC47p1YxUEkJ03SrKtBu1iPsck1cgfU3hyksvvuGE3EeB7i",
  "VJ+T4K7XKEFhRzFb3jRKmrwxdaEkh492niD14OoksAD07ZI/diRZ2Z/I7ZIVwoya5Mw3ih5Mhe2Th9aFdTojfPBWPXpf8CxoOv2A==",
].join("");

/**
 * g in several types and layouts; superblock 1, addresses of four bytes, old groups. Written by HDF5 1.14.6 through h5py 3.16.0.
 */
export const OLD_HDF5 = [
  "eNrtGW1sU1X03vvat9f1jbWsoWxjbKAbTIJsDNRElI51gx9FF+EHi6LbSkun+3LrspEQ1x8mMmyMCj+AZEBiMJCg6A8N8MMUE3WExWiGv5QEUE",
  "QwBGUihjnnue+e99o92o3NAFvcSV7PO9/vnXvveefe9qzzVmWk56RTAmCxEAtx8DtiJQJGAArmCcxpH1wUZWG4duiExmeabC7STqIk1dv4XGUl",
  "Ad0RBI0pES3yL+64/f8J1lWWV3N8EK4Ip933Jg4lshg/qtMi25QJhgyXkoAlGBUucdhgemgaBTg/FI3PJGFoJ9UaTSXhl2lyStpDHcFgYwBteT",
  "zB3xIINtaF43wJ5x3ohv2hQFvZcsFX8PkkJikW7labKYYZwBP/KR8bnnnWS0ma9q6/0THGh0eak1rOn6LPlVq+ifsfY2KHeI5zU8u1rDtSy7no",
  "oHXyeeBrkhKbsSbHnX6QMPPjSibanURHNtHLE3RYilDrQWeeScccKwQ6OSYdc6zXE3QsKWLtT3geS4pYx5P4MccaUOL3uo5tnNjJ16t1gut1rq",
  "bqLMg31iuMg7sb/RnrlgkHCk4qiV4D81hC5LenZJ2ceD6wfiFNiGecPHwAwxRJqAR7pvR3g2pfXb0qi/HnZcC5IPn4m6HrRX+tR44WuHrfO3nz",
  "cSKH2YHXQh1OjU2CVVVyUdGPWZ//nZZH075gxQ07y0uFiEuC8jsD6qXTKpEH6amRKws3aiIW9UV96oaFx/46OSiR9Br2yuKsW4fQSg4WVVXV7O",
  "09tGSRRMDjUdvT795AM9XXrz72sfplr0qspfSFtDf3fSOsioJVBerhY3uXNKjElsPW+N74wy5s+vsh1u2MwUOdN+CDE2BPRr9a2yVEPrVfVZ+6",
  "qF68nk3kRfTY1cJZ34tX/nQNXBUk5vMS8lMFifRUELIT8CXALpCthPthuG8tJ54SL/E4vCSWB9cm0HeB7CjIVnpJ5C3A50GnGfita0jkQ5C9D3",
  "6dXmELNpGzwDsNPBX81HN78PMS4M/AdhXEqgV6K9Aq6FhBB+4jUfFsMRnuf6ggHgnuK0GnpUIftOcRN+I0LcMK1Yd0FmIX4jOIC9HuE8RDyM9E",
  "+hRWznLEnYj96H836tWg3VmU5yGtF+kTqL8K6c0oX494LRsdtwPpIyjfpb8X8nvQXzXS3UhvR71l6CeC/AOIo/qHCO16kZ9tylsuyk8gPwNpN8",
  "qvo5+vi2ddkLNzbIP5350byL3m/Gfo54euSukj1xec+/XytxkDjyydP/zolT9/v5x/4eaty8U3uc3qiCg5HvjxROKFagIwPzY2Vjyj6RmYgRmY",
  "gXvaTym6iTJOP7XUTkgJmT79lDzJfnu10V+usJMVI5LebzuMfbKSUNEtyFdMVT5hv1swO77fVUbvFO8fiH0hNfaFJePse/bb79zr2eJbxhl40O",
  "c4ivkcx2GsW84fxvM4C65nnRdfz3wWJDYakSmVj9pJ5IOR+OGKUceoXsdCuK+q1RrvRlom9dEs6qJnaCE00kM0E9rmctbJ/NJuaIzPsjw6Dxrg",
  "VdD0rqdrWSY0t0foLlrGeqRq1i1tp8ugTT0gRaEp7ZWywVsuO0EzmFsSTeZsXCU8+Pne2y9Pn324yB+l1Dg/tmp5U7QCxlgsbezvxGaoHIkHaI",
  "en5bqsD+DWDHEHHk82lArc3lrX1g6y5pZwqKF5K/G3NLXW+cOkaVt4WyvwgW5qCIcDW9BfoLmjieO2gL+lbUs7CdU1BjU/LcGwtvXBgDThDCD1",
  "OaesbUXESCQHXt+PZ6WW81VgHH4lgVYi/ivQz+C6TPLFfKU5U9vzVfuR/ODmrWRci8V/GYzc0e/U6WOt+2RjzetX7aNPEHdMq3Ucz0eXpjIH3l",
  "UFXHeX/hO/N/V3ef6ZrJdKnd8w5Pdh00n8/ciH3vdlGt+PdCtJzxz3nHWPfXTXNLX74X8B839hCg==",
].join("");

/**
 * g in chunks under the newer indexes, some of them with holes; an attribute of 70 000 letters. Superblock 3. Written by HDF5 1.14.6 through h5py 3.16.0.
 */
export const NEW_HDF5 = [
  "eNrt3Q9sVVcdwPHfuff19fFa4BUYBedG0Vq7UQPldQwizrW0j8cfBWmnmcCjD/pHJn86BuG6McCQKcSuY+OPEGBbIlmC24IRFpmgG2SR/mE0ao",
  "0sNW4ypkOWgRKUgNnz3PfuLe+fw5FNYft+mvbcc36/e869p+e+1yZNz4Zwdai//1N+0+cTV8xRsUXF62Oc9tmPBC/NCFfPMsQyBiUnuvyG6DO8",
  "g0UXvoWLWxYtXLBw+T7n7EBAZMX9iePRSW1/fjBxvNZp8w6wTzeXLmmc5nGacvsurXfvytz4JYx8Y9el+5I/RaliEcNQyuvkujeUXjfzRQV0xU",
  "hcguToqzb7+QpEeQwxlcc0jL7cPXLjCNzXvyc+N0rPxRB9f0qpA3mJmFtm3LtP3/sou3Y5pmdA9Azo0wzT32s4ve6TG9H5V76wJVQZrtbfdb97",
  "7/p242ZMXvty3zw5a6YssdLFk/YIeORq83YplqdjuguxP+x839D4PJpKrydPkccT8JtuN23X2zwNqL/4fI09T2pAkSfg8TvTIOOc0q1vNROlO0",
  "/VTvs3chLl0w/vqkqf02t6DvPyhurZNIz4bBrxK+ib11vseTVM5fUZqj7pJnr6OQfrros57Xz03khN5ZQqfTee1NV09dpuX/JSjX1A271yTedd",
  "b+revbu2prI2aQbP6c/XF7//3d06dvuMq63B9HP+wxpMf6IL3SfaMHLsvhpKdzvvZLLpunz9K1szryeUeK797hz8ozXx8FY98tzfklJnyyL1OX",
  "lBLqvNcq/qMb6iJhsDJWi2q8FqoBw2Ko1b1KflRXOFsUdtUkNUl+5lpbFAvyBMlLn6OGhs0MczjTXmKrXLHK6CZvKFjJa15lPmzcaLqr+R3N4q",
  "hbpeaJ5Nu3D7obciCxrq59c31UfjP3zkWZHLF57a9Kffx+bF1LDXcy7oeP36Jh37ucyxIl3RiiavGEWy24p88XDpMZ+YX5U/WpHB0Ymv6lfpd+",
  "WkFaltPNFpLwjp1X292t6tv50FKl/nt59q94j5hMq1IqOap9r97JU3rMiOI4EO3U+unLUiB48Ud+njLaLH3RQ90aHXxml5zYrsi65v9IjaKzus",
  "yPnG5c165XTJNivyZnNpoz4uk+9bkdkd47cXiPkb9WUrEmz6a4NX1Bk5YkXy6n/crMeaJr+zIs9Ge5r1td0jz1uRb9c/2Z2vr1+VWJEz0YDu02",
  "iQZ/T1dJXp6zH2y0G7n61Nuv8CqbMivR3tXR77Ojv1/Tav1vdlTFZ+PT/rj5ffNbJs2TdXnFn63rq2tzpqP7O3vfOd/RsurPjL6LkTXjsQfPqX",
  "oZeiqx+7OGfKgtO7Dp08O3zYsO3Dvyvh4Jjy8vLgmLHlY2VKqMRbUnT42Cv5p8YG5bamkqIfKpl3cnCRtdOe//ZonZ7Vczvu908qfvOmknmhlS",
  "WrvXL3rJx+1s5g0136O9He3bKx4/EpW7/2vejnH7jtt1N/1dEqd3Z7ej7qNQQAuLpQZXWV/rXaeV2tPx4I9zApAAAAAAAAAAAAAAB8PMQAAAAA",
  "APgY2Ojj91wAAAAAAPDJVvj3h1YxCwAAAAAAAAAAAADw//WE87ftI9p+Vlpj/3v3lF103KzUv3+nRu2TUtucdY+t/9XoC9Z0ls6YFJ7mDdibHe",
  "W0RJsbH+h2dlXzDrTbPMuXNTZ2O7s2TZ47uriqLlwtefa+U7eKvfdUp7P31DD9kXB8cdHXq+qmhyRvv3Nz+Vn/rcPLWaPuJm/HskbdLXdOZI26",
  "G/WcSomqtHHPZY265b+yRt1xff2yRd1xh6REjbRxi7JG3T7KskbdcnzWqDtudUrUTBt3ZtaoO+6crFF3hG9ljbrl8pSoJ23ctVmj7ritWaPuuN",
  "uyRt1xd6dEc9LG/UnWqDvuoaxRd9z2rNG+7++6JTH+HQsAvJ+PZFvklK0w7TN8g+ytMFV8m2TT3+vuzLzt+p2XHnP1mKQfuJqXLV255J/Om4/T",
  "1tigfwjr/E6i7aZB9pvf7W2Jd69DTtm3I+4HNnLiql9PnjRjut3PxgKV8s7Y4tQfBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAH7pQZXWVqN5ciavwJ8qi",
  "+Ne6lNpypzYs/rU1pbY7pXYopfbT0yOOhmpra+Rkm4o3qOmG7I8fnmh98rjceEKzwjPFpw8MCVxpjTn03cW5tyseSS0def/laJ6kMxM9luqy4n",
  "Hltj1ztK2qLlytr0iPXKBbGkorHlPOGO4otdG33w7V6ixxr09JanllvJli6THcyJxHE+XNTtwtn50wf01V3fSQHnejnVFsT4HIwZrCIRJOajhb",
  "OPOzslmuNOycGrtDDiQ1PLdwxZekJalh64jN9ySGdxre6rz4sAy1M8YlGmrfe2m7TE865Ue/WHtIFiWdcuAH3e3yh6SMo8NHvSPFSRkvbNwTm3",
  "9+/0LBNT8JYf3qcXtb0hKafSy3wpQcGWIv2kVLlzTLcKXij0mgb0XFF6q0FChpeujKGjT1R759VnSMBHwSf8BE7hYjabwrOeUZOSojZ2xGjpGR",
  "E8zIMTNyKjJyPBk5d2Tk5GTkjMvI8Wbk3JmRk5uRMz4jx5eRMyEjpx/LFR+yfwNY+vF8",
].join("");
