"""Everybody who gives out credentials, and a bucket that checks them, on one loopback port.

    credential_server.py FOLDER

prints its port, then serves until it is killed. It is the instance metadata service (/latest/...),
a container's agent (/container), STS (POST of a form to /) and a bucket (PUT /bucket/...; it lists
nothing), and takes requests as a proxy too, but no tunnels. Every set of credentials given out is a new one: key INSTANCE1, INSTANCE2,
CONTAINER3, ...; secrets and tokens begin with "hush". FOLDER has

    log      written: a line for each request
    imds     how the metadata service behaves: "v2" (default), "v1" (knows no tokens), "no-role",
             "silent" (takes connections, answers no PUT), "late" (answers that after two seconds), "error" (credentials with Code Failed)
    agent    what the agent wants in Authorization; no file: nothing
    life     seconds that credentials live; default 3600
    expired  keys that the bucket and STS call expired, a line each
    sts      steps of STS, a line each, used up: "ok", "503", "denied", "skew"; default ok
    port     written: the port
"""
import calendar
import hashlib
import hmac
import os
import sys
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

folder = sys.argv[1]
lock = threading.Lock()
given = {"AKIDEXAMPLE": ("hush-secret", None), "AKIDOTHER": ("hush-other", None)}


def read(name, default=""):
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return default


def write_down(line):
    with lock, open(os.path.join(folder, "log"), "a", encoding="utf-8") as file:
        file.write(line + "\n")


def moment(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))


def give(kind):
    """A new set of credentials: key, secret, token, expiration."""
    with lock:
        key = "%s%d" % (kind, len(given) - 1)
        given[key] = ("hush-secret-" + key, "hush/token+" + key)
    return (key,) + given[key] + (moment(int(read("life", "3600"))),)


def keyed(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body="", headers=()):
        data = body.encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def signature(self, body):
        """(key, region, service, verdict) of the request."""
        value = self.headers.get("Authorization", "")
        if not value.startswith("AWS4-HMAC-SHA256 "):
            return "none", "none", "none", "no"
        fields = dict(field.strip().split("=", 1) for field in value.split(" ", 1)[1].split(","))
        key, day, region, service, _ = fields["Credential"].split("/")
        secret, token = given.get(key, ("", None))
        names = fields["SignedHeaders"].split(";")
        url = urlsplit(self.path)
        lines = [self.command, url.path, url.query]
        lines += ["%s:%s" % (name, " ".join(self.headers[name].split())) for name in names]
        lines += ["", ";".join(names), hashlib.sha256(body).hexdigest()]
        when = self.headers["x-amz-date"]
        scope = "%s/%s/%s/aws4_request" % (day, region, service)
        to_sign = "\n".join(
            ["AWS4-HMAC-SHA256", when, scope, hashlib.sha256("\n".join(lines).encode()).hexdigest()])
        derived = ("AWS4" + secret).encode()
        for part in scope.split("/"):
            derived = keyed(derived, part)
        fits = keyed(derived, to_sign).hex() == fields["Signature"]
        fits = fits and self.headers.get("x-amz-security-token") == token
        return key, region, service, "ok" if fits and key in given else "wrong"

    def metadata(self):
        mode = read("imds", "v2")
        write_down("IMDS %s %s token=%s" % (
            self.command, self.path, "yes" if self.headers.get("X-aws-ec2-metadata-token") else "no"))
        if self.command == "PUT":
            if mode in ("silent", "late"):
                time.sleep(20 if mode == "silent" else 2)
            ttl = self.headers.get("X-aws-ec2-metadata-token-ttl-seconds")
            return self.answer(404) if mode == "v1" else self.answer(200 if ttl else 400, "hush-imds==")
        if mode in ("v2", "late") and self.headers.get("X-aws-ec2-metadata-token") != "hush-imds==":
            return self.answer(401)
        if self.path.endswith("/placement/region"):
            return self.answer(200, "ap-south-1")
        if self.path.endswith("/security-credentials/"):
            return self.answer(404) if mode == "no-role" else self.answer(200, "the-role\n")
        if mode == "error":
            return self.answer(200, '{"Code": "Failed", "Message": "assume-role is not allowed"}')
        return self.answer(200, '{"Code": "Success", "AccessKeyId": "%s", "SecretAccessKey": "%s", '
                                '"Token": "%s", "Expiration": "%s"}' % give("INSTANCE"))

    def agent(self):
        wanted, got = read("agent"), self.headers.get("Authorization", "")
        write_down("AGENT %s authorization=%s" % (self.command, "ok" if got == wanted else "wrong"))
        if got != wanted:
            return self.answer(401, '{"code": "AccessDenied", "message": "hush"}')
        return self.answer(200, '{"AccessKeyId": "%s", "SecretAccessKey": "%s", "Token": "%s", '
                                '"Expiration": "%s"}' % give("CONTAINER"))

    def sts_step(self):
        with lock:
            steps = read("sts", "ok").split("\n")
            if len(steps) > 1:
                with open(os.path.join(folder, "sts"), "w", encoding="utf-8") as file:
                    file.write("\n".join(steps[1:]))
        return steps[0]

    def sts_error(self, status, code, skew=0):
        self.send_response_only(status)
        body = ("<ErrorResponse xmlns='https://sts.amazonaws.com/doc/2011-06-15/'><Error><Type>Sender"
                "</Type><Code>%s</Code><Message>As told.</Message></Error></ErrorResponse>" % code)
        self.send_header("Date", formatdate(time.time() + skew, usegmt=True))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def sts(self, body):
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        key, region, service, verdict = self.signature(body)
        step = self.sts_step()
        write_down("STS %s role=%s session=%s external=%s duration=%s token=%s key=%s signed=%s "
                   "region=%s service=%s step=%s" % tuple(
                       [form.get(name, "none") for name in (
                           "Action", "RoleArn", "RoleSessionName", "ExternalId", "DurationSeconds",
                           "WebIdentityToken")] + [key, verdict, region, service, step]))
        action = form.get("Action")
        if step == "503":
            return self.answer(503, "busy")
        if step == "denied":
            return self.sts_error(403, "AccessDenied")
        if step == "skew":
            signed_at = calendar.timegm(time.strptime(self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ"))
            if abs(signed_at - time.time() - 7200) > 300:
                return self.sts_error(403, "SignatureDoesNotMatch", 7200)
        if key in read("expired").split():
            return self.sts_error(403, "ExpiredToken")
        if action != "AssumeRoleWithWebIdentity" and verdict != "ok":
            return self.sts_error(403, "SignatureDoesNotMatch")
        if action == "GetCallerIdentity":
            result = "<Arn>x</Arn><UserId>x</UserId><Account>123456789012</Account>"
        else:
            result = ("<Credentials><AccessKeyId>%s</AccessKeyId><SecretAccessKey>%s</SecretAccessKey>"
                      "<SessionToken>%s</SessionToken><Expiration>%s</Expiration></Credentials>"
                      % give("ROLE"))
        return self.answer(200, "<{0}Response xmlns='https://sts.amazonaws.com/doc/2011-06-15/'>"
                                "<{0}Result>{1}</{0}Result></{0}Response>".format(action, result))

    def bucket(self, body, proxied):
        key, region, service, verdict = self.signature(body)
        expired = key in read("expired").split()
        write_down("S3 %s %s key=%s signed=%s region=%s service=%s proxied=%s expired=%s" % (
            self.command, self.path, key, verdict, region, service, proxied, "yes" if expired else "no"))
        if expired:
            return self.answer(400, "<Error><Code>ExpiredToken</Code><Message>As told.</Message></Error>")
        if verdict == "wrong":
            return self.answer(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>")
        if self.command == "GET":
            return self.answer(200, "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")
        return self.answer(200, "", [("ETag", '"%s"' % hashlib.md5(body).hexdigest())])

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        proxied = "yes" if self.path.startswith("http://") else "no"
        if proxied == "yes":
            self.path = "/" + self.path.split("/", 3)[3]
        if self.path.startswith("/latest/"):
            self.metadata()
        elif self.path.startswith("/container"):
            self.agent()
        elif self.path == "/" and self.command == "POST":
            self.sts(body)
        else:
            self.bucket(body, proxied)

    def do_CONNECT(self):
        """As a proxy for TLS: writes down who is asked for, and refuses."""
        write_down("PROXY CONNECT %s" % self.path)
        self.answer(403)

    do_GET = do_PUT = do_POST = do_HEAD = serve


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with open(os.path.join(folder, "port"), "w", encoding="utf-8") as file:
        file.write("%d\n" % server.server_port)
    server.serve_forever()


main()
