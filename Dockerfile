# kverify in an image: docker build --tag kverify . && docker run --rm --volume "$PWD:/work:ro" kverify src
FROM rust:1.90-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3 python3-pip && rm -rf /var/lib/apt/lists/*
COPY . /source
WORKDIR /source
RUN cargo xtask install --root /opt/kverify && strip /opt/kverify/bin/kverify

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/kverify /opt/kverify
ENV PATH=/opt/kverify/bin:$PATH
USER nobody
WORKDIR /work
ENTRYPOINT ["kverify"]
