# Varnish behind haproxy.cfg, for files of models at signed addresses. Start it with `-p http_gzip_support=off`: the server
# has compressed files already.
vcl 4.1;

backend overlook {
  .host = "127.0.0.1";
  .port = "4500";
}

sub vcl_recv {
  if (req.url !~ "^/t/[0-9]+/[A-Za-z0-9_-]+/" || (req.method != "GET" && req.method != "HEAD")) {
    return (synth(404));
  }
  unset req.http.Cookie;
  unset req.http.Authorization;
  # All spellings that a browser could send become one of three.
  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } else if (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  return (hash);
}

# HAProxy has checked the signature: a file is the same whatever the signature of the day.
sub vcl_hash {
  hash_data(regsub(req.url, "^/t/[0-9]+/[A-Za-z0-9_-]+/", "/"));
  return (lookup);
}

sub vcl_backend_response {
  if (beresp.status != 200) {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
}

# To a browser the file is as new as its address.
sub vcl_deliver {
  unset resp.http.Age;
}
