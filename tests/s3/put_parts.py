"""Writes an object in parts of 5 MiB, as a client that knows no metadata.

    put_parts.py URL FILE [HEADER:VALUE]...
"""
import re
import sys
import urllib.request


def send(method, url, body=b"", headers=()):
    request = urllib.request.Request(url, data=body, method=method, headers=dict(headers))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request) as answer:
        return answer.read().decode(), answer.headers


def main():
    url, path = sys.argv[1:3]
    headers = [header.split(":", 1) for header in sys.argv[3:]]
    upload = re.search("<UploadId>(.*)</UploadId>", send("POST", url + "?uploads=", headers=headers)[0]).group(1)
    query = "uploadId=" + urllib.request.quote(upload, safe="")
    listed, number = "", 0
    with open(path, "rb") as file:
        while piece := file.read(5 << 20):
            number += 1
            etag = send("PUT", "%s?partNumber=%d&%s" % (url, number, query), piece)[1]["ETag"]
            listed += "<Part><PartNumber>%d</PartNumber><ETag>%s</ETag></Part>" % (number, etag)
    send("POST", url + "?" + query, ("<CompleteMultipartUpload>%s</CompleteMultipartUpload>" % listed).encode())


main()
