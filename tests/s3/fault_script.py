"""What fault_server.py is to do: its script.

A script has a step a line; the first request that a step is for gets it, and so on; the last step serves
all further requests. A step is for requests that change something or read an object, unless it says what
it is for: "OP=GLOB STEP" (OP=UploadPart, OP=List*), "KEY=GLOB STEP" (of the path), or both. All other
requests are served as by "ok". Empty lines and lines that begin with "#" do not count. The steps:

    ok                      do as is asked, after checking length and hash of the body
    answer STATUS [code=C] [region=R] [endpoint=H] [skew=S] [early] [Name:Value]...
                            answer with that status; with an <Error> document when it has a code;
                            with a Date S seconds off; before the body is read ("early"); with
                            more headers ({port} in a value is the server's port)
    say STATUS TEXT         answer with this text as body
    reset N                 read N bytes of the body, then reset the connection
    close N                 read N bytes of the body, then close the connection without an answer
    stall S                 read the body, then say nothing for S seconds, and close; S may be "told":
                            until the script is read again
    done-stall S            do as is asked, then say nothing for S seconds, and close
    done-close              do as is asked, then close the connection without an answer
    early-ok N              answer 200 after N bytes of the body, then close
    cut-answer              answer 200 and close in the middle of the body that was announced
    cut-body N              send N bytes of the object that is asked for, then close
    short-body N            send N bytes of it as if they were all, then close
    open-body N             send N bytes of it without telling a length, then close
    long-body N             send N bytes more than the object has, and announce them
    other-body              send an object of the right size with other content
    no-etag                 answer 200 without an ETag, as no S3 server does
    garbage                 answer with something that is not HTTP
    broken NAME             answer as broken_answers.py has it under that name, then close
    forget                  abort the upload that is asked for, then "ok", which finds none
    ok-slowly               as "ok", with the white space before the body that S3 sends to keep connections
    late S                  do as is asked, and answer S seconds later (or "told", as above)
    rival [source]          write another object at that key, or at that of the copy's source, then "ok"
    whole                   as "ok", of all the object whatever range is asked for
    other-range             send a range that begins one byte earlier (that of byte 0, one later)
    half-range              send the first half of the range that is asked for, and say so
    leave                   as "ok", then close the connection without having announced it
    need-region R           "ok" for a request signed for region R, else 301 that tells it
    need-clock S [dateless] "ok" for a request signed S seconds from now, else RequestTimeTooSkewed, with
                            the time in its document only ("dateless")
    need-key ID             "ok" for a request signed with this access key id, else ExpiredToken

Lines "set discard" (keep sizes and hashes only), "set page N" (entries a listing) and "set zeros
BUCKET/KEY:SIZE:PART" (an object that was made of parts) set up the store.
"""
import fnmatch
import threading
import time

lock = threading.Lock()

# Steps that do as is asked and keep the connection.
KEEPING = ("ok", "ok-slowly", "late", "forget", "rival", "whole", "other-range", "half-range", "other-body",
           "long-body")

# What steps are for when they do not say so: not what only looks.
LOOKING = ("List*", "HeadObject", "HeadBucket", "HEADBucket")


class Script:
    def __init__(self, path):
        self.path, self.times_read = path, 0
        self.read()

    def read_again(self, store):
        """After SIGHUP."""
        self.read()
        store.page = int(self.settings.get("page", "1000"))
        self.times_read += 1

    def read(self):
        with open(self.path, encoding="utf-8") as file:
            lines = [line.strip() for line in file]
        lines = [line.split() for line in lines if line and not line.startswith("#")]
        self.settings = dict((line[1:] + [""])[:2] for line in lines if line[0] == "set")
        self.steps = [line for line in lines if line[0] != "set"] or [["ok"]]

    def wait(self, time_to_wait, times_read):
        """For so many seconds, or until the script has been read more than so many times."""
        if time_to_wait != "told":
            time.sleep(float(time_to_wait))
            return
        while self.times_read == times_read:
            time.sleep(0.02)

    @staticmethod
    def fits(step, path, operation):
        """Whether a step is for a request; and the step without its conditions."""
        operations, key = None, "*"
        while step[0][:3] == "OP=" or step[0][:4] == "KEY=":
            name, _, value = step[0].partition("=")
            operations, key = (value, key) if name == "OP" else (operations, value)
            step = step[1:]
        if operations is None:
            found = not any(fnmatch.fnmatchcase(operation, glob) for glob in LOOKING)
        else:
            found = any(fnmatch.fnmatchcase(operation, glob) for glob in operations.split(","))
        return found and fnmatch.fnmatchcase(path, key), step

    def next_for(self, path, operation):
        """The first step that fits; it is used up unless it is the last one."""
        with lock:
            for index, step in enumerate(self.steps):
                found, words = self.fits(step, path, operation)
                if found:
                    if index < len(self.steps) - 1:
                        del self.steps[index]
                    return words
        return ["ok"]
